package lab.backend;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.stereotype.Component;

/**
 * Shows the counters, {@code /actuator/counters}.
 */
@Component
@WebEndpoint(id = "counters")
class CountersEndpoint {

	private final Ledger ledger;

	CountersEndpoint(Ledger ledger) {
		this.ledger = ledger;
	}

	@ReadOperation
	Counters counters() {
		return this.ledger.read();
	}

}
