@NullMarked
package lab.harness.load;

import org.jspecify.annotations.NullMarked;
