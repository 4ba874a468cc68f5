/**
 * Tests of the package {@code run}, with real processes where it matters.
 */
@NullMarked
package lab.harness.run;

import org.jspecify.annotations.NullMarked;
