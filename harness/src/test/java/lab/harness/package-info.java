@NullMarked
package lab.harness;

import org.jspecify.annotations.NullMarked;
