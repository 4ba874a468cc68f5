/**
 * The analysis: a pure function of the experiment and the files of a run.
 */
@NullMarked
package lab.harness.analysis;

import org.jspecify.annotations.NullMarked;
