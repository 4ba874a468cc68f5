/**
 * Tests of the package {@code load}, with real processes where it matters.
 */
@NullMarked
package lab.harness.load;

import org.jspecify.annotations.NullMarked;
