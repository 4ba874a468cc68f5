/**
 * Error answers (RFC 9457) that all services give alike.
 */
@NullMarked
package lab.common.problem;

import org.jspecify.annotations.NullMarked;
