/**
 * How a failing backend becomes the same problem in all three apps.
 */
@NullMarked
package lab.common.failure;

import org.jspecify.annotations.NullMarked;
