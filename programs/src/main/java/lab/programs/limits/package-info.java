/**
 * What ends first: sockets, files, threads, and how the error tells which it was.
 */
@NullMarked
package lab.programs.limits;

import org.jspecify.annotations.NullMarked;
