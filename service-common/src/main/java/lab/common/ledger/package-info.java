/**
 * What an app counts, {@code /actuator/ledger}.
 */
@NullMarked
package lab.common.ledger;

import org.jspecify.annotations.NullMarked;
