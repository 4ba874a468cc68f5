/**
 * Tests of the error mapping.
 */
@NullMarked
package lab.common.failure;

import org.jspecify.annotations.NullMarked;
