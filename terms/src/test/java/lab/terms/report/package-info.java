/**
 * Tests.
 */
@NullMarked
package lab.terms.report;

import org.jspecify.annotations.NullMarked;
