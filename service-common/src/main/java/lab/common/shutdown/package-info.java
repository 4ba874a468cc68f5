/**
 * Shutdown of an app: the same in all three, and without losing a request.
 */
@NullMarked
package lab.common.shutdown;

import org.jspecify.annotations.NullMarked;
