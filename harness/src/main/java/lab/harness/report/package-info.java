/**
 * The report: the result as terminal text, Markdown and JSON.
 */
@NullMarked
package lab.harness.report;

import org.jspecify.annotations.NullMarked;
