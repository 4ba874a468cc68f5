/**
 * From files to outcomes: a pure function of the evidence. Knows the model alone.
 */
@NullMarked
package lab.harness.analysis;

import org.jspecify.annotations.NullMarked;
