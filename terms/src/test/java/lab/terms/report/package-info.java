/**
 * Tests of the report of the terms.
 */
@NullMarked
package lab.terms.report;

import org.jspecify.annotations.NullMarked;
