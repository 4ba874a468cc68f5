package lab.common.ledger;

import lab.common.guard.Guards;
import lab.common.report.Server;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The ledger on the management port, {@code GET /actuator/ledger}.
 */
@Endpoint(id = "ledger")
public final class LedgerEndpoint {

	private final Ledger ledger;

	private final Guards guards;

	private final Server server;

	public LedgerEndpoint(Ledger ledger, Guards guards, Server server) {
		this.ledger = ledger;
		this.guards = guards;
		this.server = server;
	}

	@ReadOperation
	public AppLedger ledger() {
		return this.ledger.read(this.guards.read(), this.server.backendConnectionsLeased());
	}

}
