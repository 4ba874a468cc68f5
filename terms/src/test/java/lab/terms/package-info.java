/**
 * Tests of the shared code.
 */
@NullMarked
package lab.terms;

import org.jspecify.annotations.NullMarked;
