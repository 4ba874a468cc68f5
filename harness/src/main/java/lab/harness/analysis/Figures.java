package lab.harness.analysis;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Prediction.Formula;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Sample;
import lab.harness.model.result.SideRequest;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run: every {@link Metric} gets its value here, except those that a
 * program prints itself. A metric without a meaning for the run is absent.
 */
final class Figures {

	static final double MIB = 1024 * 1024;

	/** The share of the ceiling that is full speed. */
	private static final double FULL = 0.95;

	/** Percentiles of fewer requests than these have no thousandth. */
	private static final int LEAST_FOR_P999 = 1000;

	private static final Set<Metric> OF_A_PATH = EnumSet.of(Metric.THROUGHPUT, Metric.LATENCY_P50, Metric.LATENCY_P99,
			Metric.LATENCY_P999, Metric.LATENCY_MAX, Metric.ERRORS);

	private final Map<Metric, Double> figures = new EnumMap<>(Metric.class);

	private Figures() {
	}

	static Map<Metric, Double> of(ServiceRun run, @Nullable CpuLaw cpu, @Nullable Formula formula,
			List<ServiceRun> all) {
		Figures figures = new Figures();
		figures.load(run.load());
		figures.throughputAndCeilings(run, cpu);
		figures.start(run);
		figures.events(run);
		figures.cost(run);
		ClassHistogram.waiting(run, all).forEach(figures::put);
		if (run.hasOpenLoadOrFaults()) {
			figures.faults(run);
			if (run.hasLedger()) {
				figures.held(run);
			}
		}
		if (formula != null) {
			figures.prediction(run, formula, all);
		}
		return figures.figures;
	}

	static Map<Metric, Double> of(LoadTotals load, LoadSpan span, @Nullable Double ceiling) {
		Figures figures = new Figures();
		figures.put(Metric.THROUGHPUT, load.throughput());
		figures.put(Metric.JMETER_SUMMARY, 1000.0 * span.rows() / (span.lastEnded() - span.firstSent()));
		if (ceiling != null) {
			figures.put(Metric.CEILING, ceiling);
			figures.put(Metric.OF_CEILING, load.throughput() / ceiling);
		}
		figures.load(load);
		return figures.figures;
	}

	/** The figures of each path of a load with several. */
	static Map<String, Map<Metric, Double>> ofPaths(ServiceRun run) {
		Map<String, Map<Metric, Double>> paths = new TreeMap<>();
		run.paths().forEach((path, load) -> {
			Figures figures = new Figures();
			figures.load(load);
			figures.put(Metric.THROUGHPUT, load.throughput());
			figures.figures.keySet().retainAll(OF_A_PATH);
			paths.put(path, figures.figures);
		});
		return paths;
	}

	static Map<Metric, Double> ofProgram(List<Sample> samples) {
		Figures figures = new Figures();
		figures.put(Metric.PROGRAM_CPU, samples.getLast().app().cpuMillis() / 1000.0);
		figures.process(samples);
		return figures.figures;
	}

	private void load(LoadTotals load) {
		put(Metric.WINDOW_SECONDS, load.window().seconds());
		put(Metric.ERRORS, load.errors());
		put(Metric.LATENCY_MEAN, load.meanLatency());
		LatencyHistogram latency = load.latency();
		if (latency.count() > 0) {
			put(Metric.LATENCY_P50, latency.percentile(0.5));
			put(Metric.LATENCY_P90, latency.percentile(0.9));
			put(Metric.LATENCY_P99, latency.percentile(0.99));
			put(Metric.LATENCY_P999, (latency.count() >= LEAST_FOR_P999) ? latency.percentile(0.999) : null);
			put(Metric.LATENCY_MAX, latency.max());
		}
	}

	private void throughputAndCeilings(ServiceRun run, @Nullable CpuLaw cpu) {
		double throughput = run.load().throughput();
		// A stream ends after the window; its events have figures of their own.
		put(Metric.THROUGHPUT, (run.hasCollapsed() || run.events() != null) ? null : (Double) throughput);
		put(Metric.JMETER_SUMMARY, run.end().jmeterSummary());
		// Open arrivals and faults leave slots empty, so no ceiling applies.
		if (run.hasCeiling() && !run.workload().open() && run.record().faults().isEmpty()) {
			put(Metric.CEILING, run.ceiling());
			put(Metric.OF_CEILING, throughput / run.ceiling());
			put(Metric.NOMINAL_CEILING, run.nominalCeiling());
			if (run.target().callsBackend()) {
				put(Metric.LOSS, 1 - run.window().inFlightAtBackend() / run.slots());
			}
		}
		if (cpu != null) {
			put(Metric.CPU_CEILING, cpu.ceiling());
			put(Metric.OF_CPU_CEILING, throughput / cpu.ceiling());
		}
		put(Metric.REQUEST_THREADS, run.requestThreads());
		put(Metric.SLOTS, (run.target().isUniform() && run.knowledge().slots().whyMissing() == null)
				? (Double) run.slots() : null);
		put(Metric.OFFERED, run.workload().rate());
	}

	/** Puts how soon a service that nobody warmed up is there, and at its ceiling. */
	private void start(ServiceRun run) {
		if (!run.workload().warmUp().warmUp().isZero() || run.hasOpenLoadOrFaults()) {
			return;
		}
		Long ready = run.record().preparation().readyMillis();
		// A service of the reader's own has answered its first requests by then.
		put(Metric.READY, (ready != null && run.hasLedger()) ? (Double) (ready / 1000.0) : null);
		if (run.hasCeiling()) {
			put(Metric.FULL_SPEED, run.load().secondsUntil(FULL * run.ceiling()));
		}
	}

	private void events(ServiceRun run) {
		EventTotals events = run.events();
		if (events == null) {
			return;
		}
		ProbeSpan window = run.window();
		double sent = window.growth((sample) -> sample.ledger().requests().events());
		put(Metric.EVENTS, sent * 1000 / window.millis());
		put(Metric.EVENT_DELAY_P50, events.p50Millis());
		put(Metric.EVENT_DELAY_P99, events.p99Millis());
		put(Metric.EVENT_DELAY_MAX, events.mostMillis());
		put(Metric.EVENTS_LOST, events.expected() - events.received());
		put(Metric.EVENT_CPU, 1000 * window.growth((sample) -> sample.app().cpuMillisWithoutCompilers()) / sent);
		put(Metric.MEMORY_PER_SUBSCRIBER, mean(run.probe().window(), Figures::rssMib) * 1024 / window.inFlightInApp());
	}

	private void cost(ServiceRun run) {
		ProbeSpan window = run.window();
		long requests = run.load().ended();
		if (requests > 0 && run.events() == null) {
			if (run.service().backend() != null) {
				put(Metric.BACKEND_CPU,
						window.growth((sample) -> Sample.cpuMillis(sample.processes().backend())) / requests);
				if (!run.hasLedger()) {
					put(Metric.CALLS_PER_REQUEST, run.callsPerRequest());
				}
			}
			put(Metric.GENERATOR_CPU,
					window.growth((sample) -> Sample.cpuMillis(sample.processes().generator())) / requests);
			nextRequest(run);
		}
		put(Metric.GENERATOR_RSS,
				run.probe()
					.window()
					.stream()
					.flatMap((sample) -> Stream.ofNullable(sample.processes().generator()))
					.mapToDouble((generator) -> generator.rssBytes() / MIB)
					.max()
					.orElse(Double.NaN));
		if (run.hasOwnTime() && window.inFlightInApp() > 0) {
			put(Metric.OWN_TIME,
					1000 * (window.inFlightInApp() - window.inFlightAtBackend()) / run.load().endedPerSecond());
		}
		put(Metric.SERVING, run.gauge(Gauge.IN_FLIGHT));
		put(Metric.POOL_USED, run.gauge(Gauge.POOL_USED));
		put(Metric.POOL_WAITING, run.gauge(Gauge.POOL_WAITING));
		if (run.isVisible()) {
			put(Metric.PROCESSORS_USED, window.busyCores() / window.cores());
			put(Metric.PROCESSORS_OTHERS, Math.max(0, 1 - window.accounted()));
			process(run);
		}
		if (run.hasJvmCounters()) {
			put(Metric.GC_PAUSES, window.growth((sample) -> sample.ledger().jvm().gcPauseMillis()));
			put(Metric.FULL_COLLECTIONS, window.growth((sample) -> sample.ledger().jvm().fullCollections()));
			put(Metric.WARM, run.compilersAtWork());
			put(Metric.COMPILING, window.growth((sample) -> sample.ledger().jvm().compileMillis()) / window.millis());
		}
	}

	/** Puts what is left of a user's cycle beside the wait for the answer. */
	private void nextRequest(ServiceRun run) {
		LoadTotals load = run.load();
		if (load.errors() == 0 && !run.hasOpenLoadOrFaults() && run.workload().thinkTime().isZero()) {
			put(Metric.NEXT_REQUEST,
					LittlesLaw.millis(run.workload().users() - load.meanInFlight(), load.endedPerSecond()));
		}
	}

	/** Puts what the system shows of the process of the app. */
	private void process(ServiceRun run) {
		List<Sample> samples = run.probe().window();
		long requests = run.load().ended();
		process(samples);
		if (run.events() == null) {
			put(Metric.APP_CPU, run.window().growth((sample) -> sample.app().cpuMillisWithoutCompilers()) / requests);
		}
		if (!run.hasLedger()) {
			put(Metric.GENTLE_CPU, run.record().preparation().gentleCpuMillis());
		}
		if (run.window().begin().gauges().containsKey(Gauge.THROTTLED)) {
			put(Metric.THROTTLED, run.window().growth((sample) -> sample.gauges().getOrDefault(Gauge.THROTTLED, 0.0))
					/ run.window().millis());
		}
		Double latency = run.load().meanLatency();
		if (latency != null && latency > 0) {
			double inFlight = LittlesLaw.inFlight(run.load().throughput(), latency);
			put(Metric.MEMORY_PER_REQUEST, mean(samples, Figures::rssMib) * 1024 / inFlight);
		}
		if (!run.hasLedger()) {
			put(Metric.OPEN_CONNECTIONS, mean(samples, Sample::connections));
			// Threads that end take their count with them.
			double switches = run.window().growth((sample) -> sample.app().contextSwitches());
			put(Metric.SWITCHES, (switches >= 0) ? (Double) (switches / requests) : null);
		}
	}

	private void process(List<Sample> samples) {
		put(Metric.RSS_MEAN, mean(samples, Figures::rssMib));
		put(Metric.RSS_PEAK, max(samples, Figures::rssMib));
		put(Metric.PLATFORM_THREADS_MEAN, mean(samples, Figures::threads));
		put(Metric.PLATFORM_THREADS_PEAK, max(samples, Figures::threads));
	}

	private void faults(ServiceRun run) {
		LoadTotals load = run.load();
		put(Metric.BEFORE, run.recovery().before());
		List<FaultSpan> faults = run.recovery().faults();
		faults.stream()
			.flatMap((fault) -> Stream.ofNullable(fault.lowest()))
			.min(Double::compare)
			.ifPresent((lowest) -> put(Metric.LOWEST, lowest));
		if (!faults.isEmpty()) {
			put(Metric.RECOVERED_AFTER, run.recovery().slowestSeconds());
		}
		Double inTime = load.inTime();
		put(Metric.ANSWERED_IN_TIME,
				(inTime != null) ? inTime : (Double) ((double) (load.sent() - load.errors()) / load.sent()));
		if (inTime != null && faults.isEmpty()) {
			put(Metric.LAST_IN_TIME, load.lastInTime());
			put(Metric.LAST_THROUGHPUT, load.lastThroughput());
		}
		put(Metric.SLEEP_KEPT, run.side().kept(SideRequest.SLEEP));
		put(Metric.HEALTH_KEPT, run.side().kept(SideRequest.HEALTH));
		put(Metric.REFUSED, load.refused());
		put(Metric.LOST, load.lost());
		if (run.service().isTerminated()) {
			put(Metric.DROPPED_AT_END, load.droppedAtEnd());
		}
	}

	private void held(ServiceRun run) {
		AppLedger after = run.probe().after().ledger();
		put(Metric.IN_FLIGHT_PEAK, max(run.probe().window(), (sample) -> sample.ledger().requests().inFlight()));
		if (run.record().exit() == null) {
			put(Metric.IN_FLIGHT_AFTER, after.requests().inFlight());
		}
		if (!run.record().faults().isEmpty()
				&& run.record().faults().getFirst().fault().kind() != PlannedFault.Kind.SIGTERM) {
			List<Sample> beforeFault = run.probe().windowBeforeFault();
			long beganAt = run.record().faults().getFirst().beganAt();
			Sample last = run.probe().all().getLast();
			List<Sample> since = Stream
				.concat(run.probe().window().stream().filter((sample) -> sample.at() > beganAt), Stream.of(last))
				.toList();
			put(Metric.THREADS_BEFORE, mean(beforeFault, Figures::threads));
			put(Metric.THREADS_PEAK, max(since, Figures::threads));
			put(Metric.THREADS_AFTER, threads(last));
			put(Metric.RSS_BEFORE, mean(beforeFault, Figures::rssMib));
			put(Metric.RSS_DURING, max(since, Figures::rssMib));
			put(Metric.RSS_AFTER, rssMib(last));
		}
		put(Metric.LIVE_HEAP_BEFORE, mib(run.record().preparation().liveHeapBytes()));
		put(Metric.LIVE_HEAP_AFTER, mib(run.end().liveHeapBytes()));
		AppLedger.Guard guard = after.guard();
		if (guard != null && run.record().exit() == null) {
			put(Metric.PERMITS_LEAKED, guard.bulkheadMax() - guard.bulkheadFree());
			put(Metric.CONNECTIONS_LEAKED, after.calls().backendConnectionsLeased());
		}
		ProbeSpan whole = run.probe().wholeRun();
		double received = whole.growth((sample) -> sample.ledger().requests().received());
		if (received > 0 && run.target().callsBackend()) {
			put(Metric.CALLS_PER_REQUEST,
					whole.growth((sample) -> sample.ledger().calls().backendAttempts()) / received);
			put(Metric.RETRIES, whole.growth((sample) -> sample.ledger().calls().backendRetries()));
		}
	}

	private void prediction(ServiceRun run, Formula formula, List<ServiceRun> all) {
		if (!run.hasLaw()) {
			return;
		}
		Integer rate = run.workload().rate();
		double mean = run.meanWaitMillis() / 1000;
		@Nullable Double predicted = switch (formula) {
			case THROUGHPUT -> (rate != null) ? Math.min(rate, run.nominalCeiling()) : run.nominalCeiling();
			case IN_FLIGHT -> (rate != null) ? Math.min(rate * secondsAtBackend(run), run.slotsOfApp()) : run.slots();
			case LATENCY -> LatencyLaw.millis(run, all);
			case LATENCY_P99 -> LatencyLaw.percentile(run, 0.99);
		};
		@Nullable Double measured = switch (formula) {
			case THROUGHPUT -> Objects.requireNonNullElse(run.recovery().before(),
					run.hasCollapsed() ? run.load().lastThroughput() : run.load().throughput());
			case IN_FLIGHT -> (run.target().ownWait() != null) ? run.load().throughput() * mean
					: run.probe().beforeFault().inFlightAtBackend();
			case LATENCY -> run.load().meanLatency();
			case LATENCY_P99 ->
				(run.load().latency().count() > 0) ? (Double) (double) run.load().latency().percentile(0.99) : null;
		};
		if (predicted == null || measured == null) {
			return;
		}
		put(Metric.PREDICTED, predicted);
		put(Metric.MEASURED, measured);
		put(Metric.OF_PREDICTION, measured / predicted);
	}

	/**
	 * Seconds that a request stays at the backend. An event loop cancels the call when
	 * the user gives up; on the other servers it lasts for the delay.
	 */
	private static double secondsAtBackend(ServiceRun run) {
		double mean = run.meanWaitMillis() / 1000;
		return run.service().threadKind().equals("event-loop")
				? Math.min(mean, run.service().load().timeout().toMillis() / 1000.0) : mean;
	}

	private static @Nullable Double mib(@Nullable Long bytes) {
		return (bytes != null) ? (Double) (bytes / MIB) : null;
	}

	private static double rssMib(Sample sample) {
		return sample.app().rssBytes() / MIB;
	}

	private static double threads(Sample sample) {
		return sample.app().threads();
	}

	private static double mean(List<Sample> samples, ToDoubleFunction<Sample> value) {
		return samples.stream().mapToDouble(value).average().orElse(0);
	}

	private static double max(List<Sample> samples, ToDoubleFunction<Sample> value) {
		return samples.stream().mapToDouble(value).max().orElse(0);
	}

	private void put(Metric metric, @Nullable Number value) {
		if (value != null && Double.isFinite(value.doubleValue())) {
			this.figures.put(metric, value.doubleValue());
		}
	}

}
