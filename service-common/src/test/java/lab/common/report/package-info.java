/**
 * Tests of the report of the terms.
 */
@NullMarked
package lab.common.report;

import org.jspecify.annotations.NullMarked;
