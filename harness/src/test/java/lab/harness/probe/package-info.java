/**
 * Tests of the package {@code probe}, with real processes where it matters.
 */
@NullMarked
package lab.harness.probe;

import org.jspecify.annotations.NullMarked;
