/**
 * Thread pools: the right number of threads, and the effect of the queue.
 */
@NullMarked
package lab.programs.pools;

import org.jspecify.annotations.NullMarked;
