/**
 * Tests of the counters.
 */
@NullMarked
package lab.terms.ledger;

import org.jspecify.annotations.NullMarked;
