/**
 * Tests of the package {@code target}, with real processes where it matters.
 */
@NullMarked
package lab.harness.target;

import org.jspecify.annotations.NullMarked;
