/**
 * Programs that need no server, one idea a file. Each runs by hand and prints for people,
 * or is run by {@code bench} and prints JSON lines.
 */
@NullMarked
package lab.programs;

import org.jspecify.annotations.NullMarked;
