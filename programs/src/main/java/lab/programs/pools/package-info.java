/**
 * How a pool of threads decides: how many threads, which queue.
 */
@NullMarked
package lab.programs.pools;

import org.jspecify.annotations.NullMarked;
