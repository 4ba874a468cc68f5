/**
 * What an app counts, {@code /actuator/ledger}.
 */
@NullMarked
package lab.terms.ledger;

import org.jspecify.annotations.NullMarked;
