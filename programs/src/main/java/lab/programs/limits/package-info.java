/**
 * Limits on sockets, files and threads, and how the error reveals which limit was
 * reached.
 */
@NullMarked
package lab.programs.limits;

import org.jspecify.annotations.NullMarked;
