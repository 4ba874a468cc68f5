package lab.common;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import lab.common.client.BackendClient;
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

	LedgerEndpoint(Ledger ledger, Guards guards, List<BackendClient> clients, MeterRegistry meters) {
		this.ledger = ledger;
		this.guards = guards;
		this.clients = List.copyOf(clients);
		this.meters = meters;
	}

	@ReadOperation
	public AppLedger ledger() {
		long leased = this.clients.stream().mapToLong((client) -> client.leased().getAsLong()).sum();
		return new AppLedger(this.ledger.requests(), this.ledger.calls(leased), this.guards.read(), jvm(this.meters));
	}

	static AppLedger.JvmCounters jvm(MeterRegistry meters) {
		Collection<Timer> pauses = meters.find("jvm.gc.pause").timers();
		Collection<Timer> full = meters.find("jvm.gc.pause").tag("action", "end of major GC").timers();
		return new AppLedger.JvmCounters(sum(meters.find("jvm.memory.used").tag("area", "heap").gauges(), Gauge::value),
				sum(pauses, (pause) -> pause.totalTime(TimeUnit.MILLISECONDS)), sum(full, Timer::count),
				sum(meters.find("jvm.compilation.time").functionCounters(), FunctionCounter::count));
	}

	private static <M> long sum(Collection<M> meters, ToDoubleFunction<M> value) {
		return (long) meters.stream().mapToDouble(value).sum();
	}

}
