/**
 * Tests of the arguments and the computation.
 */
@NullMarked
package lab.common.api;

import org.jspecify.annotations.NullMarked;
