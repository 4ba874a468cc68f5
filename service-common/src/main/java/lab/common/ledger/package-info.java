/**
 * Counters of requests and calls.
 */
@NullMarked
package lab.common.ledger;

import org.jspecify.annotations.NullMarked;
