/**
 * How an app ends: alike in all three, and without losing a request.
 */
@NullMarked
package lab.common.shutdown;

import org.jspecify.annotations.NullMarked;
