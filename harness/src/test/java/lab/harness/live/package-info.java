/**
 * Tests of the package {@code live}.
 */
@NullMarked
package lab.harness.live;

import org.jspecify.annotations.NullMarked;
