/**
 * How a failing backend becomes the same problem in all three apps.
 */
@NullMarked
package lab.terms.failure;

import org.jspecify.annotations.NullMarked;
