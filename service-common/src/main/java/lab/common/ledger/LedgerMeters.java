package lab.common.ledger;

import java.util.Objects;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.info.ProcessInfo;

/**
 * Meters that Micrometer lacks: the requests in flight and, from JDK 24 on, the scheduler
 * of virtual threads. They are read only when scraped, so they cost a request nothing.
 */
public final class LedgerMeters implements MeterBinder {

	private final Ledger ledger;

	private final ProcessInfo process = new ProcessInfo();

	public LedgerMeters(Ledger ledger) {
		this.ledger = ledger;
	}

	@Override
	public void bindTo(MeterRegistry meters) {
		Gauge.builder("requests.in.flight", this.ledger, (ledger) -> ledger.requests().inFlight()).register(meters);
		if (this.process.getVirtualThreads() != null) {
			scheduler(meters, "carriers", ProcessInfo.VirtualThreadsInfo::getPoolSize);
			scheduler(meters, "mounted", ProcessInfo.VirtualThreadsInfo::getMounted);
			scheduler(meters, "queued", ProcessInfo.VirtualThreadsInfo::getQueued);
		}
	}

	private void scheduler(MeterRegistry meters, String name, ToDoubleFunction<ProcessInfo.VirtualThreadsInfo> value) {
		Gauge
			.builder("virtual.threads." + name, this.process,
					(now) -> value.applyAsDouble(Objects.requireNonNull(now.getVirtualThreads())))
			.register(meters);
	}

}
