/**
 * Reports of a result: text, Markdown, the page and {@code result.json}.
 */
@NullMarked
package lab.harness.report;

import org.jspecify.annotations.NullMarked;
