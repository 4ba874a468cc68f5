/**
 * Error answers (RFC 9457) that are the same in all services.
 */
@NullMarked
package lab.common.problem;

import org.jspecify.annotations.NullMarked;
