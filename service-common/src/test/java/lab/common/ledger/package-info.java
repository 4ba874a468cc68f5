/**
 * Tests of the counters.
 */
@NullMarked
package lab.common.ledger;

import org.jspecify.annotations.NullMarked;
