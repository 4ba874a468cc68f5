/**
 * Tests of the error mapping.
 */
@NullMarked
package lab.terms.failure;

import org.jspecify.annotations.NullMarked;
