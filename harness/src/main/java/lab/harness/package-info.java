/**
 * The command {@code bench}: runs an experiment, checks it, reports it.
 */
@NullMarked
package lab.harness;

import org.jspecify.annotations.NullMarked;
