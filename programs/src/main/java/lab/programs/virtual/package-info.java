/**
 * What happens inside virtual threads.
 */
@NullMarked
package lab.programs.virtual;

import org.jspecify.annotations.NullMarked;
