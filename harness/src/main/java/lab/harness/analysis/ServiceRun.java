package lab.harness.analysis;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.Cpus;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Target;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Gauge;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.RunRecord.SlowClients;
import lab.harness.model.result.Sample;
import lab.wire.Limit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a service, brought together from the files of generator and probe.
 *
 * @param planned the window that follows from the load; that of {@link #load} lies
 * between two samples of the probe
 * @param paths the load of each path, by its path; empty if there is only one
 * @param events what the subscribers read, or null if the requests are no streams
 * @param histogram the live heap under load
 */
record ServiceRun(RunRecord record, LoadTotals load, Map<String, LoadTotals> paths, Window planned, ProbeData probe,
		SideAnswers side, Recovery recovery, @Nullable EventTotals events,
		ClassHistogram histogram) implements RunFacts {

	/** The mean use of a limit at which it counts as full. */
	private static final double FULL = 0.95;

	static ServiceRun read(Evidence evidence, RunRecord record) {
		Path jtl = evidence.jtl();
		Load workload = record.run().variant().service().load();
		LabelSpan label = new LabelSpan();
		Window.FirstAnswers answers = new Window.FirstAnswers(workload.users());
		if (!Jtl.forEach(jtl, (row) -> {
			label.add(row);
			answers.add(row);
		})) {
			throw new RunFailedException(jtl.getFileName() + " is cut off in the middle");
		}
		LoadSpan span = label.all();
		List<AppliedFault> faults = record.faults();
		long terminatedAt = Window.terminatedAt(record);
		Window planned = Window.of(record, span, answers);
		Window life = (record.exit() != null && terminatedAt == Long.MAX_VALUE)
				? new Window(span.firstSent(), Window.appEndedAt(record)) : null;
		ProbeData probe = ProbeData.read(evidence.probe(), planned, life,
				faults.isEmpty() ? Long.MAX_VALUE : faults.getFirst().beganAt());
		Supplier<LoadTotals> empty = () -> new LoadTotals(span, new Window(probe.begin().at(), probe.end().at()),
				probe.middle().at(), terminatedAt, workload.thinkTime().toMillis());
		LoadTotals load = empty.get();
		Map<String, LoadTotals> paths = new TreeMap<>();
		boolean several = workload.request().path().weights().size() > 1;
		Jtl.forEach(jtl, (row) -> {
			load.add(row);
			int space = row.label().indexOf(' ');
			if (several && space > 0) {
				paths.computeIfAbsent(row.label().substring(space + 1), (path) -> empty.get()).add(row);
			}
		});
		return new ServiceRun(record, load, paths,
				(probe.begin().at() < planned.begin() && life != null) ? life : planned, probe,
				SideAnswers.read(evidence.sideRequests(), probe.begin().at(), faults),
				Recovery.of(load, workload.open(), faults),
				(workload.readers() != null) ? DataFile.read(evidence.events(), EventTotals.class) : null,
				ClassHistogram.read(evidence.histogram()));
	}

	Service service() {
		return this.record.run().variant().service();
	}

	boolean sameVariantAndRound(ServiceRun other) {
		return sameVariant(other) && this.record.run().round() == other.record.run().round();
	}

	boolean sameVariant(ServiceRun other) {
		return this.record.run().variant().name().equals(other.record.run().variant().name());
	}

	Load workload() {
		return service().load();
	}

	Target target() {
		return target(this.record);
	}

	static Target target(RunRecord record) {
		return Target.ofAnyMethod(record.knowledge().terms().endpoints(),
				record.run().variant().service().load().request());
	}

	/**
	 * The distribution of the time that a request waits, as its path says or at the
	 * backend.
	 */
	DelayDistribution latency() {
		return latency(this.record);
	}

	static DelayDistribution latency(RunRecord record) {
		DelayDistribution own = target(record).ownWait();
		return (own != null) ? own : record.run().variant().service().latency();
	}

	RunRecord.End end() {
		return Objects.requireNonNull(this.record.end());
	}

	boolean hasOpenLoadOrFaults() {
		return service().hasOpenLoadOrFaults();
	}

	/**
	 * Whether the app ended so early that the window is its whole life under load, ramp
	 * included.
	 */
	boolean endedEarly() {
		return this.planned.begin() > this.probe.begin().at();
	}

	boolean dedicatedCores() {
		return this.record.placement().dedicatedCores();
	}

	/** Whether the server keeps fewer connections than there are users. */
	boolean hasUsersOutside() {
		return connectionsOfServer() < users();
	}

	private int connectionsOfServer() {
		Integer connections = knowledge().terms().limits().get(Limit.SERVER_CONNECTIONS);
		return (connections != null) ? connections : Integer.MAX_VALUE;
	}

	/** The processors that the app alone may use, or null if it shares all. */
	@Nullable Double ownCores() {
		Cpus limit = service().limit();
		// All that there are is no limit.
		return (limit != null && limit.count() < window().cores()) ? (Double) limit.count()
				: dedicatedCores() ? (Double) (double) this.record.placement().app().size() : null;
	}

	/** The window, with the samples of the probe at its edges. */
	ProbeSpan window() {
		return new ProbeSpan(this.probe.begin(), this.probe.end());
	}

	/**
	 * Calls that the backend answered in the window, for each request that ended in it.
	 */
	double callsPerRequest() {
		return window().completedAtBackend() / this.load().ended();
	}

	long slowClients() {
		return this.record.faults()
			.stream()
			.flatMap((fault) -> Stream.ofNullable(fault.slowClients()))
			.mapToLong(SlowClients::sent)
			.sum();
	}

	int users() {
		return workload().generatorUsers();
	}

	/**
	 * Requests that can wait at once: the smallest of the limits, of which null stands
	 * for none.
	 */
	static int slots(int users, @Nullable Integer... limits) {
		return Stream.of(limits).flatMap(Stream::ofNullable).reduce(users, Math::min);
	}

	double slots() {
		return Math.min(waitingUsers(), slotsOfApp());
	}

	/** Users who wait for an answer, on average, if none of them waits in a queue. */
	double waitingUsers() {
		Double known = knowledge().meanWaitMillis().orNull();
		if (known == null || thinkMillis() == 0) {
			return users();
		}
		double wait = target().callsBackend() ? waitMillis(window()) : known;
		return users() * wait / (wait + thinkMillis());
	}

	private double thinkMillis() {
		return workload().thinkTime().toMillis();
	}

	/** Requests that the app would serve at once with any number of users. */
	int slotsOfApp() {
		return slots(Integer.MAX_VALUE, knowledge().slots().orNull());
	}

	Knowledge knowledge() {
		return this.record.knowledge();
	}

	/** Whether the app counts its requests. */
	boolean hasLedger() {
		return knowledge().hasLedger();
	}

	/** Whether slots and wait are the same for all paths, and known. */
	boolean hasLaw() {
		return target().isUniform() && (hasLedger() || hasCeiling());
	}

	boolean hasCeiling() {
		return knowledge().whyNoCeiling() == null;
	}

	/**
	 * Whether the backend holds each request of the app, as long as it waits, and nothing
	 * else. A call that the app has given up is still in flight there.
	 */
	boolean hasOwnTime() {
		return hasLedger() && hasCeiling() && target().callsBackend() && !hasOpenLoadOrFaults();
	}

	/** A fault lowers the throughput, and is told in figures of its own. */
	boolean hasCollapsed() {
		return record().faults().isEmpty() && load().hasCollapsed();
	}

	/** Whether the counters of the JVM could be read. */
	boolean hasJvmCounters() {
		return knowledge().jvm().orNull() != null;
	}

	/**
	 * CPU time of the compilers / window; where the system does not show it, the share of
	 * the window with a compilation in progress. Null if no counters could be read.
	 */
	@Nullable Double compilersAtWork() {
		if (!hasJvmCounters()) {
			return null;
		}
		boolean shown = window().begin().app().compilerMillis() != null;
		return (shown ? window().growth((sample) -> Objects.requireNonNullElse(sample.app().compilerMillis(), 0L))
				: window().growth((sample) -> sample.ledger().jvm().compileMillis())) / window().millis();
	}

	/** Whether the process of the app could be seen. */
	boolean isVisible() {
		return knowledge().process().orNull() != null;
	}

	/** The mean of a gauge in the window, or null if the service has no such meter. */
	@Nullable Double gauge(Gauge gauge) {
		OptionalDouble mean = this.probe.window()
			.stream()
			.flatMap((sample) -> Stream.ofNullable(sample.gauges().get(gauge)))
			.mapToDouble(Double::doubleValue)
			.average();
		return mean.isPresent() ? (Double) mean.getAsDouble() : null;
	}

	@Nullable Integer requestThreads() {
		return most(Limit.Kind.THREADS);
	}

	/**
	 * The smallest limit of a kind on the requests that wait, or null if there is none.
	 */
	private @Nullable Integer most(Limit.Kind kind) {
		return target().most(knowledge().terms(), kind);
	}

	/** The limit that the gauges of the service show to be full, or null. */
	private Behaviour.@Nullable Limit full() {
		Integer connections = knowledge().terms().limits().get(Limit.DATABASE_CONNECTIONS);
		if (isFull(connections, Gauge.POOL_USED) && isFull(1, Gauge.POOL_WAITING)) {
			return Behaviour.Limit.DATABASE_CONNECTIONS;
		}
		return isFull(requestThreads(), Gauge.IN_FLIGHT) ? Behaviour.Limit.REQUEST_THREADS : null;
	}

	/**
	 * How full the limits were that the service counts in at least half of the samples.
	 */
	Map<Behaviour.Limit, Behaviour.Use> use() {
		Map<Behaviour.Limit, Behaviour.Use> use = new EnumMap<>(Behaviour.Limit.class);
		if (!hasOpenLoadOrFaults()) {
			putUse(use, Behaviour.Limit.REQUEST_THREADS, requestThreads(), (sample) -> hasLedger()
					? (Double) (double) sample.ledger().requests().inFlight() : sample.gauges().get(Gauge.IN_FLIGHT));
			putUse(use, Behaviour.Limit.DATABASE_CONNECTIONS,
					knowledge().terms().limits().get(Limit.DATABASE_CONNECTIONS),
					(sample) -> sample.gauges().get(Gauge.POOL_USED));
		}
		return use;
	}

	private void putUse(Map<Behaviour.Limit, Behaviour.Use> use, Behaviour.Limit limit, @Nullable Integer of,
			Function<Sample, @Nullable Double> count) {
		List<Double> counts = this.probe.window().stream().map(count).filter(Objects::nonNull).toList();
		if (of != null && 2 * counts.size() >= this.probe.window().size() && !counts.isEmpty()) {
			use.put(limit, new Behaviour.Use(Collections.max(counts), of));
		}
	}

	private boolean isFull(@Nullable Integer limit, Gauge gauge) {
		Double mean = gauge(gauge);
		return limit != null && mean != null && mean >= FULL * limit;
	}

	/**
	 * The limit that the slots are; arrivals if so few come that they need fewer; null if
	 * the paths of the load wait in different ways, or nobody tells a limit. A full
	 * database pool is a lower limit than the slots. Without a law threads may be full
	 * because they wait for a processor.
	 */
	Behaviour.@Nullable Limit limitedBySlots() {
		Behaviour.Limit full = full();
		if (!hasLaw()) {
			return (window().busyCoresTogether() < Claim.Processors.LEAST_USED * window().cores()) ? full : null;
		}
		if (full == Behaviour.Limit.DATABASE_CONNECTIONS) {
			return full;
		}
		Integer rate = workload().rate();
		if (rate != null && rate <= nominalCeiling()) {
			return Behaviour.Limit.ARRIVALS;
		}
		Integer permits = most(Limit.Kind.PERMITS);
		if (permits != null && permits == slots()) {
			return Behaviour.Limit.BULKHEAD;
		}
		Integer threads = requestThreads();
		if (threads != null && threads == slots() && threads < waitingUsers()) {
			return Behaviour.Limit.REQUEST_THREADS;
		}
		if (hasUsersOutside() && slots() == connectionsOfServer()) {
			return Behaviour.Limit.SERVER_CONNECTIONS;
		}
		return (slots() < waitingUsers()) ? Behaviour.Limit.CONNECTIONS : Behaviour.Limit.USERS;
	}

	/**
	 * The ceiling by the delays drawn in a part of the run, in requests a second; the
	 * nominal ceiling if none was drawn.
	 */
	double ceiling(ProbeSpan part) {
		return ceiling(waitMillis(part));
	}

	private double waitMillis(ProbeSpan part) {
		return (target().ownWait() == null && part.completedAtBackend() > 0) ? part.meanDrawnMillis()
				: meanWaitMillis();
	}

	double ceiling() {
		return ceiling(window());
	}

	/** The mean time that a request waits once, in milliseconds. */
	double meanWaitMillis() {
		Double known = knowledge().meanWaitMillis().orNull();
		return (known != null) ? known : latency().meanMillis();
	}

	/** The ceiling by the mean of the distribution, in requests a second. */
	double nominalCeiling() {
		return ceiling(meanWaitMillis());
	}

	/**
	 * The smaller of users / (wait + think time) and slots / wait (Denning and Buzen, as
	 * in {@link CpuLaw}).
	 */
	private double ceiling(double waitMillis) {
		return Math.min(LittlesLaw.throughput(users(), waitMillis + thinkMillis()),
				LittlesLaw.throughput(slotsOfApp(), waitMillis));
	}

	/**
	 * Four standard errors that the edges of the window cause in throughput / ceiling.
	 * The delays of the requests that end in the window of T seconds make up the time for
	 * which the s slots were busy, plus the ages of the requests in progress at its
	 * beginning, less those at its end. So throughput x mean delay / s is 1 + (B(begin) -
	 * B(end)) / (s T) if the slots are always busy, where B is a sum of s independent
	 * ages, with the variance s a². The two edges together have a standard error of √(2
	 * s) a / (s T). The queue in front of the slots does not count. If the users are the
	 * limit, they are the slots, and an age is that of a delay and the think time.
	 */
	double edgeNoise() {
		if (!target().callsBackend()) {
			return 0;
		}
		boolean users = waitingUsers() <= slotsOfApp();
		double age = latency().ageSdMillis(users ? thinkMillis() : 0);
		return 4 * Math.sqrt(2.0 / (users ? users() : slotsOfApp())) * age / 1000 / window().seconds();
	}

}
