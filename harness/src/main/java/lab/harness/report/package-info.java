/**
 * Tables, pages and words for people. Knows the model and the analysis.
 */
@NullMarked
package lab.harness.report;

import org.jspecify.annotations.NullMarked;
