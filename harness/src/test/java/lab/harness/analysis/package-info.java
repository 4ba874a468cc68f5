@NullMarked
package lab.harness.analysis;

import org.jspecify.annotations.NullMarked;
