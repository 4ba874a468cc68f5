package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.Judgement.Judged;
import lab.harness.analysis.Judgement.NotApplied;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Cpus;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.Readers;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.EventTotals;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a run of a service: each method judges one kind of the catalogue, or says
 * why it does not apply.
 */
record Checks(ServiceRun run, @Nullable CpuLaw cpu, List<Expectation> expected, Checks.Saturation saturation) {

	/**
	 * Longest time between an answer and the next request of the same user. JMeter needs
	 * 0.1 to 0.2 ms on two busy cores, which matters only if answers take milliseconds.
	 */
	private static final double GENERATOR_SECONDS = 0.0003;

	/** 10 % of a latency of 500 ms; a busy scheduler causes less. */
	private static final double MOST_LATE_MEDIAN_MILLIS = 50;

	/**
	 * Twice the most of 19 healthy runs on two shared cores, 378 ms: JMeter's collector
	 * stops all users for up to half a second.
	 */
	private static final double MOST_LATE_MILLIS = 750;

	/**
	 * Ratio of the edge noise of two halves to that of the window. A half is half as
	 * long, and what the edge in the middle takes from one it gives to the other, so the
	 * variance is that of 1 + 4 + 1 edges instead of 2.
	 */
	private static final double EDGE_NOISE_OF_HALVES = 2 * Math.sqrt(3);

	private static final double MOST_RECOVERY_SECONDS = 15;

	/** Runs at the same time wait for each other from some 70 % on. */
	private static final double LEAST_IDLE_TOGETHER = 0.3;

	private static final int SECONDS_TOGETHER = 5;

	/** The words of a shipped app whose server closes connections while users ask. */
	private static final String CLOSES = "at most ";

	private static final double MOST_OF_QUOTA = 1.05;

	/** These fail too if the run itself, and not another program, takes the CPU. */
	private static final Set<CheckKind> MAY_BLAME_LOAD = Set.of(CheckKind.MACHINE_IDLE, CheckKind.GENERATOR_IDLE,
			CheckKind.BACKEND_DELAY_GIVEN, CheckKind.PROBE_COVERAGE, CheckKind.ARRIVALS, CheckKind.ARRIVALS_MEDIAN,
			CheckKind.ARRIVALS_ON_TIME);

	private static final String ENDED_EARLY = "the app ended while the load was still growing";

	static Results of(ServiceRun run, @Nullable CpuLaw cpu, List<Expectation> expected, boolean otherRunsKnown) {
		Checks checks = new Checks(run, cpu, expected, saturation(run, cpu, otherRunsKnown));
		boolean loadFillsProcessors = checks.loadFillsProcessors();
		Results results = new Results(new ArrayList<>(), new LinkedHashMap<>());
		for (CheckKind kind : CheckKind.values()) {
			switch (checks.judge(kind)) {
				case Judged(Check check) -> results.checks.add((loadFillsProcessors && MAY_BLAME_LOAD.contains(kind))
						? check.blaming(CheckKind.Blame.LOAD) : check);
				case NotApplied(String reason) -> results.notApplied.put(kind, reason);
				case Judgement.NotConcerned none -> {
				}
			}
		}
		return results;
	}

	private Judgement judge(CheckKind kind) {
		LoadTotals load = this.run.load();
		return switch (kind) {
			case LAW -> law();
			case BELOW_CEILING -> belowCeiling();
			case BACKEND_DELAY_GIVEN -> delays(() -> delayGiven(kind));
			case BACKEND_DELAY_DRAWN -> delays(this::delayDrawn);
			case LEDGER_SENT, LEDGER_APP, LEDGER_ANSWERS, LEDGER_BACKEND, NO_LEAK, THREADS_BACK, MEMORY_BACK,
					NO_ZOMBIE ->
				new LedgerChecks(this.run).judge(kind);
			case EVENTS -> events();
			case BACKEND_CALLS -> backendCalls();
			case QUOTA -> quota();
			case TOGETHER_IDLE -> !isTogether() ? Judgement.NOT_CONCERNED
					: new Judged(Check.atLeast(kind, leastIdle(), LEAST_IDLE_TOGETHER));
			case TOGETHER_CEILING -> !isTogether() || !this.run.hasCeiling() ? Judgement.NOT_CONCERNED
					: new Judged(Check.atLeast(kind, load.throughput() / this.run.ceiling(), Outcome.AT_CEILING));
			case TOGETHER_BACKEND -> !isTogether() ? Judgement.NOT_CONCERNED : delays(() -> delayGiven(kind));
			case MACHINE_IDLE -> machineIdle();
			case BELOW_CPU_CEILING -> belowCpuCeiling();
			case GENERATOR_IDLE -> generatorIdle();
			case MACHINE_STEAL -> new Judged(this.run.window().stealCheck());
			case CONNECTIONS -> connections();
			case THREAD_KIND -> threadKind();
			case PROBE_COVERAGE -> probeCoverage();
			case ARRIVALS -> arrivals();
			case ARRIVALS_MEDIAN -> arrivalsOnTime(kind, 0.5, MOST_LATE_MEDIAN_MILLIS);
			case ARRIVALS_ON_TIME -> arrivalsOnTime(kind, 0.99, MOST_LATE_MILLIS);
			case AT_CEILING -> expected(kind, this::atCeiling);
			case STEADY -> expected(kind, () -> new Judged(steady()));
			case NO_ERRORS -> mayFail() ? Judgement.NOT_CONCERNED
					: new Judged(Check.equal(kind, load.errors() / (double) Math.max(1, load.sent()), 0));
			case WARM -> warm();
			case SERVED -> served();
			case NONE_LOST -> expected(kind, () -> new Judged(Check.equal(kind, load.lost() + load.droppedAtEnd(), 0)));
			case RECOVERS -> expected(kind,
					() -> new Judged(Check.atMost(kind, this.run.recovery().slowestSeconds(), MOST_RECOVERY_SECONDS)));
			case WORKERS, THEORY -> Judgement.NOT_CONCERNED;
		};
	}

	private static Saturation saturation(ServiceRun run, @Nullable CpuLaw cpu, boolean otherRunsKnown) {
		if (cpu != null && cpu.isSaturatedBy(run)) {
			return Saturation.BY_LAW;
		}
		boolean busy = !run.dedicatedCores() && run.window().idle() < CpuLaw.LEAST_IDLE;
		Axis axis = run.record().run().variant().axis();
		boolean fewerUsersElsewhere = axis.name().equals(Axis.USERS)
				&& axis.values().stream().anyMatch((users) -> users < run.workload().users());
		return (busy && !otherRunsKnown && fewerUsersElsewhere && !run.hasOpenLoadOrFaults()) ? Saturation.UNDECIDED
				: Saturation.NONE;
	}

	private boolean sharedCpuSaturated() {
		return this.saturation != Saturation.NONE && this.run.ownCores() == null;
	}

	/**
	 * Whether the processes of the runs leave the instrument too little CPU even without
	 * other programs. An app with dedicated cores takes nothing from the instrument.
	 */
	private boolean loadFillsProcessors() {
		Placement placement = this.run.record().placement();
		boolean dedicated = placement.dedicatedCores();
		double busy = this.run.window().busyCoresTogether() - (dedicated ? this.run.window().appCores() : 0);
		double cores = dedicated
				? Stream.concat(placement.backend().stream(), placement.generator().stream()).distinct().count()
				: this.run.window().cores();
		return busy > (1 - CpuLaw.LEAST_IDLE) * cores;
	}

	private Judgement events() {
		EventTotals events = this.run.events();
		Readers readers = this.run.workload().readers();
		if (events == null || readers == null) {
			return Judgement.NOT_CONCERNED;
		}
		double sent = this.run.probe().wholeRun().growth((sample) -> sample.ledger().requests().events());
		double lost = events.expected() - events.received();
		return new Judged(Check.equal(CheckKind.EVENTS,
				readers.allLive() ? Math.max(lost, Math.abs(sent - events.expected())) : lost, 0));
	}

	/** A quota that is left over in one period lets a little more run in the next. */
	private Judgement quota() {
		Cpus cpus = this.run.service().limit();
		return (cpus == null || !this.run.isVisible()) ? Judgement.NOT_CONCERNED
				: new Judged(Check.atMost(CheckKind.QUOTA, this.run.window().appCores() / cpus.count(), MOST_OF_QUOTA));
	}

	/**
	 * Little's law of the closed loop with a think time Z, N = X (R + Z) (Denning and
	 * Buzen, as in {@link CpuLaw}): the users are the requests in flight and those who
	 * think. Every request counts, successful or not, since each occupies its user. The
	 * generator's own time between two requests of a user is missing from it.
	 *
	 * <p>
	 * The number in flight is integrated over the window, so a request at an edge counts
	 * with its part inside. Throughput times mean latency counts it whole where it ends:
	 * X R = N + (A(begin) - A(end)) / T, where A is the sum of the ages of the requests
	 * in flight at an edge. With a handful of users, or a queue in front of a few slots,
	 * this difference is several percent ({@code LawSimulationTests} has its variance)
	 * and would hide lost requests.
	 */
	private Judgement law() {
		if (this.run.workload().open()) {
			return new NotApplied("no user waits in open arrivals; '" + CheckKind.ARRIVALS
					+ "' says that they came when they were due");
		}
		if (this.run.endedEarly()) {
			return new NotApplied(ENDED_EARLY);
		}
		return new Judged(law(this.run.load(), this.run.workload().users(), this.run.hasOpenLoadOrFaults(),
				sharedCpuSaturated()));
	}

	/**
	 * On a saturated machine a user may wait for the generator instead of an answer, so
	 * only the upper bound holds.
	 */
	static Check law(LoadTotals load, int users, boolean faults, boolean saturated) {
		double inFlight = (load.meanInFlight() + load.meanThinking()) / users;
		if (saturated && !faults) {
			return Check.atMost(CheckKind.LAW, inFlight, 1.01);
		}
		double below = faults ? 0.01 : Math.max(0.01, GENERATOR_SECONDS * load.endedPerSecond() / users);
		return Check.within(CheckKind.LAW, inFlight, 1 - below, 1.01);
	}

	/**
	 * Slots that a crowd takes all at once become free all at once, so a whole round of
	 * requests more may end in the window. This happens under faults and open arrivals,
	 * and if all requests wait for the same fixed time.
	 */
	private Judgement belowCeiling() {
		String noCeiling = this.run.knowledge().whyNoCeiling();
		if (noCeiling != null) {
			return new NotApplied(noCeiling);
		}
		if (!this.run.target().hasCeiling()) {
			return new NotApplied("the mean wait of a request is given, not measured");
		}
		boolean inRounds = this.run.hasOpenLoadOrFaults() || this.run.latency().sdMillis() == 0;
		double round = inRounds ? this.run.latency().meanMillis() / 1000 / this.run.window().seconds() : 0;
		return new Judged(Check.atMost(CheckKind.BELOW_CEILING, this.run.load().throughput() / this.run.ceiling(),
				1 + Math.max(Math.max(0.01, round), this.run.edgeNoise())));
	}

	private Judgement delays(Supplier<Check> check) {
		if (!this.run.target().callsBackend()) {
			return Judgement.NOT_CONCERNED;
		}
		ProbeData probe = this.run.probe();
		boolean faulty = this.run.hasOpenLoadOrFaults();
		if (probe.beforeFault().completedAtBackend() < 1
				|| faulty && probe.windowBeforeFault().size() < ProbeData.LEAST_SAMPLES) {
			return new NotApplied("the backend completed nothing" + (faulty ? " before the first fault" : ""));
		}
		return new Judged(check.get());
	}

	/**
	 * On a saturated machine the backend waits for a processor like all others, so its
	 * timers are late; the ceiling, made of the delays drawn, does not move. The backend
	 * must never answer early.
	 */
	private Check delayGiven(CheckKind kind) {
		ProbeSpan beforeFault = this.run.probe().beforeFault();
		double drawn = beforeFault.meanDrawnMillis();
		double limit = Math.max(0.01 * drawn, 2);
		double late = beforeFault.meanGivenMillis() - drawn;
		boolean busy = this.run.hasOpenLoadOrFaults() ? beforeFault.idle() < CpuLaw.LEAST_IDLE : sharedCpuSaturated();
		return busy ? Check.atLeast(kind, late, -limit) : Check.within(kind, late, -limit, limit);
	}

	/**
	 * Allows four standard errors of the mean: a correct backend exceeds them once in
	 * 16,000 runs.
	 */
	private Check delayDrawn() {
		ProbeSpan beforeFault = this.run.probe().beforeFault();
		double error = this.run.latency().sdMillis() / Math.sqrt(beforeFault.completedAtBackend());
		double limit = Math.max(4 * error, 0.001);
		return Check.within(CheckKind.BACKEND_DELAY_DRAWN,
				beforeFault.meanDrawnMillis() - this.run.latency().meanMillis(), -limit, limit);
	}

	/**
	 * A ledger counts every call; without one the backend's own count must be that of the
	 * responses. A tenth of the slots may begin before the window and end in it.
	 */
	private Judgement backendCalls() {
		if (this.run.hasLedger() || !this.run.target().callsBackend() || !this.run.hasCeiling()
				|| this.run.hasOpenLoadOrFaults() || this.run.load().ended() == 0) {
			return Judgement.NOT_CONCERNED;
		}
		double calls = this.run.callsPerRequest();
		double limit = Math.max(0.01, this.run.slots() / 10 / this.run.load().ended());
		return new Judged(Check.within(CheckKind.BACKEND_CALLS, calls, 1 - limit, 1 + limit));
	}

	/** The system under test must not starve the generator or the probe. */
	private Judgement machineIdle() {
		if (this.run.dedicatedCores()) {
			return new NotApplied("the app has cores of its own");
		}
		if (this.run.workload().open()) {
			return new NotApplied("'" + CheckKind.ARRIVALS + "' says that the generator was not starved");
		}
		if (this.run.endedEarly()) {
			return new NotApplied(ENDED_EARLY);
		}
		return switch (this.saturation) {
			case UNDECIDED ->
				new NotApplied("the machine was full; the runs at fewer users decide whether it had to be");
			case BY_LAW -> (this.run.ownCores() == null)
					? new NotApplied("the CPU is the limit by the law, so none can be left") : atLeastIdle();
			case NONE -> atLeastIdle();
		};
	}

	private Judged atLeastIdle() {
		return new Judged(Check.atLeast(CheckKind.MACHINE_IDLE, this.run.window().idle(), CpuLaw.LEAST_IDLE));
	}

	private Judgement generatorIdle() {
		return this.run.dedicatedCores()
				? new Judged(Check.atLeast(CheckKind.GENERATOR_IDLE,
						this.run.window().idle(this.run.record().placement().generator()), CpuLaw.LEAST_IDLE))
				: Judgement.NOT_CONCERNED;
	}

	/**
	 * The tolerance covers the difference between the clocks of processes and of the
	 * machine; the figures of runs at the same time may be a second old. The cost of a
	 * request at lower load is no bound: a busy server takes several requests at each
	 * wake-up, so one may cost half as much there.
	 */
	private Judgement belowCpuCeiling() {
		if (!this.run.isVisible()) {
			return new NotApplied("the CPU time of the app is not visible from here");
		}
		double share = this.run.window().accounted();
		if (this.cpu != null && this.run.dedicatedCores()) {
			share = Math.max(share, this.run.window().appCores() / this.cpu.cores());
		}
		double old = isTogether() ? 1 / this.run.window().seconds() : 0;
		return new Judged(Check.atMost(CheckKind.BELOW_CPU_CEILING, share, 1.02 + old));
	}

	/** Judges the count that is farthest from one connection for each user. */
	private Judgement connections() {
		if (!this.run.hasLedger()) {
			return new NotApplied("a service of your own may close connections when it likes, as Tomcat does after 100 "
					+ "requests");
		}
		if (this.run.hasOpenLoadOrFaults()) {
			return new NotApplied(this.run.workload().open() ? "open arrivals use as many as they need"
					: "users who give up close theirs and open new ones");
		}
		String keepAlive = this.run.knowledge().terms().keepAlive();
		if (keepAlive.startsWith(CLOSES)) {
			return new NotApplied("the server keeps connections for " + keepAlive);
		}
		int users = this.run.workload().users();
		int farthest = this.run.probe()
			.window()
			.stream()
			.map(Sample::connections)
			.max(Comparator.comparingInt((connections) -> Math.abs(connections - users)))
			.orElse(users);
		return new Judged(Check.equal(CheckKind.CONNECTIONS, farthest, users));
	}

	private Judgement threadKind() {
		String noLedger = this.run.knowledge().ledger().whyMissing();
		if (noLedger != null) {
			return new NotApplied(noLedger);
		}
		String kind = this.run.service().threadKind();
		ProbeSpan wholeRun = this.run.probe().wholeRun();
		double served = wholeRun.growth((sample) -> sample.ledger().requests().servedBy().getOrDefault(kind, 0L));
		double all = wholeRun.growth(
				(sample) -> sample.ledger().requests().servedBy().values().stream().mapToLong(Long::longValue).sum());
		return new Judged(Check.equal(CheckKind.THREAD_KIND, (all == 0) ? 0 : served / all, 1));
	}

	/**
	 * There is a fresh sample each second, and a short window may lose one at its edge.
	 */
	private Judgement probeCoverage() {
		if (this.run.service().mayExit()) {
			return new NotApplied("an app that may exit may be too busy to answer with its counters before");
		}
		return new Judged(Check.atLeast(CheckKind.PROBE_COVERAGE,
				Math.min(1, this.run.probe().window().size() / this.run.planned().seconds()), 0.75));
	}

	/**
	 * JMeter's Precise Throughput Timer spreads exactly rate x duration arrivals evenly
	 * at random over the whole duration, so the number in a share f of it is binomial,
	 * with a standard deviation of √(due (1 - f)); four of them are allowed.
	 */
	private Judgement arrivals() {
		Integer rate = this.run.workload().rate();
		if (rate == null) {
			return Judgement.NOT_CONCERNED;
		}
		if (this.run.endedEarly()) {
			return new NotApplied(ENDED_EARLY);
		}
		double seconds = this.run.load().window().seconds();
		double due = rate * seconds;
		double shareOutside = Math.max(0, 1 - seconds * 1000 / this.run.workload().measure().toMillis());
		double limit = Math.max(0.01, 4 * Math.sqrt(shareOutside / due));
		return new Judged(Check.within(CheckKind.ARRIVALS, this.run.load().sentInWindow() / due, 1 - limit, 1 + limit));
	}

	/**
	 * A generator that is always late, or late for the tail of the requests, still sends
	 * as many as are due. The median finds the first, the 99th percentile the second.
	 */
	private Judgement arrivalsOnTime(CheckKind kind, double share, double limit) {
		if (!this.run.workload().open() || this.run.endedEarly()) {
			return Judgement.NOT_CONCERNED;
		}
		LatencyHistogram lateness = this.run.load().lateness();
		return (lateness.count() == 0) ? new NotApplied("the plan did not save the intended times (column 'intended')")
				: new Judged(Check.atMost(kind, lateness.percentile(share), limit));
	}

	/** Judges what the experiment asks for with {@code expect}. */
	private Judgement expected(CheckKind kind, Supplier<Judgement> judgement) {
		return this.expected.contains(Expectation.valueOf(kind.name())) ? judgement.get() : Judgement.NOT_CONCERNED;
	}

	/** Whether other runs were measured at the same time. */
	private boolean isTogether() {
		return this.run.window().busyCoresTogether() > this.run.window().busyCores();
	}

	/** The least idle share in any {@value #SECONDS_TOGETHER} samples, one a second. */
	private double leastIdle() {
		List<Sample> samples = this.run.probe().window();
		return IntStream.range(0, Math.max(1, samples.size() - SECONDS_TOGETHER))
			.mapToDouble((first) -> new ProbeSpan(samples.get(first),
					samples.get(Math.min(samples.size() - 1, first + SECONDS_TOGETHER)))
				.idle())
			.min()
			.orElse(0);
	}

	/** A load that is not asked to may not fail, whether or not the file promises it. */
	private boolean mayFail() {
		return this.expected.contains(Expectation.ERRORS)
				|| this.run.hasOpenLoadOrFaults() && !this.expected.contains(Expectation.NO_ERRORS);
	}

	private Judgement warm() {
		Double atWork = this.run.compilersAtWork();
		return (atWork == null) ? Judgement.NOT_CONCERNED
				: !this.run.service().isOptimised()
						? new NotApplied("without the optimising compiler code never gets warmer")
						: new Judged(Check.atMost(CheckKind.WARM, atWork, Outcome.MOST_AT_WORK));
	}

	/** Overload and faults may fail almost all requests, but not every one in silence. */
	private Judgement served() {
		LoadTotals load = this.run.load();
		return (!this.run.hasOpenLoadOrFaults() || this.run.service().mayExit()
				|| this.expected.contains(Expectation.ERRORS)) ? Judgement.NOT_CONCERNED
						: new Judged(Check.atLeast(CheckKind.SERVED, load.sent() - load.errors(), 1));
	}

	private Judgement atCeiling() {
		String noCeiling = this.run.knowledge().whyNoCeiling();
		if (noCeiling != null) {
			return new NotApplied(noCeiling);
		}
		return (this.saturation != Saturation.NONE)
				? new NotApplied("the CPU is the limit, so the ceiling may be out of reach")
				: new Judged(Check.atLeast(CheckKind.AT_CEILING, shareOfCeiling(), Outcome.AT_CEILING));
	}

	/**
	 * Requests in flight at the backend over slots. Connections to the backend are left
	 * out of the slots on purpose: a pool that is too small is a fault, not a model.
	 * Queries of the database are not counted, so their number follows from Little's law.
	 */
	private double shareOfCeiling() {
		return !this.run.target().callsBackend() ? this.run.load().throughput() / this.run.ceiling()
				: this.run.window().inFlightAtBackend() / Math.min(this.run.waitingUsers(),
						ServiceRun.slots(Integer.MAX_VALUE, this.run.requestThreads()));
	}

	private Check steady() {
		ProbeData probe = this.run.probe();
		double ceilings = (this.run.target().callsBackend() && this.run.target().isUniform())
				? this.run.ceiling(new ProbeSpan(probe.middle(), probe.end()))
						/ this.run.ceiling(new ProbeSpan(probe.begin(), probe.middle()))
				: 1;
		double limit = Math.max(0.02, EDGE_NOISE_OF_HALVES * this.run.edgeNoise());
		return Check.within(CheckKind.STEADY, this.run.load().ratioOfHalves() / ceilings, 1 - limit, 1 + limit);
	}

	/** Whether the run saturates its processors because the law of the CPU demands it. */
	enum Saturation {

		NONE, BY_LAW,

		/** They are busy, and the law follows from runs at fewer users, not known yet. */
		UNDECIDED

	}

	/**
	 * The results of all checks.
	 *
	 * @param checks the checks that apply
	 * @param notApplied those that a reader may look for, each with the reason why it has
	 * no meaning for the run
	 */
	record Results(List<Check> checks, Map<CheckKind, String> notApplied) {
	}

}
