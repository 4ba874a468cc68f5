package lab.terms.ledger;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The ledger on the management port, {@code GET /actuator/ledger}.
 */
@Endpoint(id = "ledger")
public final class LedgerEndpoint {

	private final Ledger ledger;

	public LedgerEndpoint(Ledger ledger) {
		this.ledger = ledger;
	}

	@ReadOperation
	public AppLedger ledger() {
		return this.ledger.read();
	}

}
