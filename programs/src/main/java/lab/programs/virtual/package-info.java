/**
 * The inner workings of virtual threads.
 */
@NullMarked
package lab.programs.virtual;

import org.jspecify.annotations.NullMarked;
