/**
 * Tests of the arguments and the computation.
 */
@NullMarked
package lab.terms.api;

import org.jspecify.annotations.NullMarked;
