/**
 * The API of the services.
 */
@NullMarked
package lab.common.api;

import org.jspecify.annotations.NullMarked;
