package lab.harness.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import lab.harness.model.result.Gauge;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.MachineSample;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.ConnectionCounter;
import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sample of app, backend, generator and machine. If a management port does not
 * answer within 2 s, the sample is not fresh: it repeats the counters of the last answer,
 * beside the operating system's of now.
 */
final class ServiceSampler implements Supplier<Optional<Sample>> {

	private final RunningSystem system;

	private final RunningService app;

	private final ConnectionCounter connections;

	/** The CPU time of each run at the same time, in milliseconds. */
	private final Map<ServiceSampler, Long> together;

	private volatile @Nullable ChildProcess generator;

	private @Nullable AppLedger lastLedger;

	private @Nullable BackendCounters lastCounters;

	/**
	 * Creates the sampler of a run.
	 * @param together the CPU times that the samplers of runs at the same time share
	 */
	ServiceSampler(RunningSystem system, Map<ServiceSampler, Long> together) {
		this.together = together;
		this.system = system;
		this.app = system.app();
		this.connections = new ConnectionCounter(() -> this.app.process().kernel().connections(this.app.port()));
	}

	/** Sets the load generator, null before and after the load. */
	void generator(@Nullable ChildProcess generator) {
		this.generator = generator;
	}

	@Override
	public Optional<Sample> get() {
		// Counted first, because users disconnect when the load ends.
		int connectionsNow = this.connections.now(this.generator != null);
		Optional<Sample.Processes> before = processes();
		long asked = System.currentTimeMillis();
		CompletableFuture<AppLedger> ledger = this.system.counters().ledger();
		CompletableFuture<BackendCounters> counters = this.system.readBackend();
		CompletableFuture.allOf(ledger, counters).handle((done, failed) -> done).join();
		boolean fresh = !ledger.isCompletedExceptionally() && !counters.isCompletedExceptionally();
		if (fresh) {
			this.lastLedger = ledger.join();
			this.lastCounters = counters.join();
		}
		AppLedger ledgerNow = this.lastLedger;
		BackendCounters countersNow = this.lastCounters;
		// The counters were read between question and answer; the middle is the best
		// guess. A saturated app takes some tenths of a second to answer.
		long at = (asked + System.currentTimeMillis()) / 2;
		Optional<Sample.Processes> after = processes();
		MachineSample machine = this.app.process().kernel().machine();
		if (before.isEmpty() || after.isEmpty() || ledgerNow == null || countersNow == null) {
			return Optional.empty();
		}
		Sample sample = new Sample(at, fresh, after.get().halfWayFrom(before.get()), machine, connectionsNow, ledgerNow,
				countersNow, gauges());
		// The time of a generator that has ended stays.
		this.together.merge(this, sample.cpuMillis(), Math::max);
		return Optional.of(sample);
	}

	private Map<Gauge, Double> gauges() {
		Map<Gauge, Double> gauges = this.system.counters().gauges();
		Long throttled = this.app.process().kernel().throttledMillis();
		if (throttled == null) {
			return gauges;
		}
		Map<Gauge, Double> all = new EnumMap<>(Map.of(Gauge.THROTTLED, (double) throttled));
		all.putAll(gauges);
		return all;
	}

	/** The processes now, empty if app or backend has ended. */
	private Optional<Sample.Processes> processes() {
		ChildProcess generator = this.generator;
		ProcessSample generatorNow = (generator != null) ? generator.kernel().processWithoutThreads().orElse(null)
				: null;
		Optional<ProcessSample> app = this.app.process().kernel().process();
		RunningService backend = this.system.backend();
		Optional<ProcessSample> backendNow = (backend != null) ? backend.process().kernel().process()
				: Optional.empty();
		if (app.isEmpty() || backend != null && backendNow.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(new Sample.Processes(app.get(), backendNow.orElse(null), generatorNow, others()));
	}

	/** The CPU time of the other runs, as they read it last. */
	private long others() {
		return this.together.entrySet()
			.stream()
			.filter((run) -> run.getKey() != this)
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

}
