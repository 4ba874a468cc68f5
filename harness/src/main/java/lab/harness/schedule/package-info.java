/**
 * The order of the runs: variants x load points x rounds, shuffled by a recorded seed.
 */
@NullMarked
package lab.harness.schedule;

import org.jspecify.annotations.NullMarked;
