package lab.common;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import lab.common.client.BackendClient;
import lab.common.ledger.JvmMeters;
import lab.common.ledger.Ledger;
import lab.wire.AppLedger;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The ledger on the management port, {@code GET /actuator/ledger}.
 */
@Endpoint(id = "ledger")
public final class LedgerEndpoint {

	private final Ledger ledger;

	private final Guards guards;

	private final List<BackendClient> clients;

	private final MeterRegistry meters;

	public LedgerEndpoint(Ledger ledger, Guards guards, List<BackendClient> clients, MeterRegistry meters) {
		this.ledger = ledger;
		this.guards = guards;
		this.clients = List.copyOf(clients);
		this.meters = meters;
	}

	@ReadOperation
	public AppLedger ledger() {
		return this.ledger.read(this.guards.read(), JvmMeters.read(this.meters),
				this.clients.stream().mapToLong(BackendClient::leased).sum());
	}

}
