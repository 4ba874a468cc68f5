/**
 * Programs that need no server, one idea per file. By hand they print text for people;
 * {@code bench} makes them print JSON lines.
 */
@NullMarked
package lab.programs;

import org.jspecify.annotations.NullMarked;
