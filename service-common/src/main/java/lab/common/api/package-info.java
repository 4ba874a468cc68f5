/**
 * The API of the three apps.
 */
@NullMarked
package lab.common.api;

import org.jspecify.annotations.NullMarked;
