package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.model.Axis;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Expectation;
import lab.harness.model.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a run of a service: each kind of the catalogue, with when it applies. Can
 * this measurement be believed, whether plain or under faults?
 */
final class Checks {

	/**
	 * The generator's own time from an answer to the next request. JMeter needs 0.1 to
	 * 0.2 ms of two busy cores, which only users with answers of milliseconds notice.
	 */
	private static final double GENERATOR_SECONDS = 0.0003;

	/** Later than this is more than a busy scheduler: 10 % of a latency of 500 ms. */
	private static final double LATEST_MILLIS = 50;

	/** These fail too if the run itself, and not another program, takes the CPU. */
	private static final Set<CheckKind> BLAME_LOAD = Set.of(CheckKind.MACHINE_IDLE, CheckKind.GENERATOR_IDLE,
			CheckKind.BACKEND_DELAY_GIVEN, CheckKind.PROBE_COVERAGE);

	private final Measured run;

	private final Stretch window;

	/** Whether the processors are the limit by the law. */
	private final boolean cpuLimited;

	/** Whether app, backend and generator share a machine that is full by the law. */
	private final boolean full;

	/** Whether other runs will tell if the machine had to be full. */
	private final boolean undecided;

	private final List<Check> passedOrFailed = new ArrayList<>();

	private final Map<CheckKind, String> notApplied = new LinkedHashMap<>();

	/**
	 * Judges a run.
	 * @param cpu the ceiling that the CPU sets, or null where it is not known
	 * @param expect what the experiment promises
	 * @param alone whether it is judged without the other runs of the result
	 */
	Checks(Measured run, @Nullable CpuLaw cpu, List<Expectation> expect, boolean alone) {
		this.run = run;
		this.window = run.window();
		boolean fills = cpu != null && cpu.fillsThem(run);
		this.undecided = alone && !fills && !run.dedicatedCores() && !run.hasOpenLoadOrFaults() && fewerUsersElsewhere()
				&& this.window.idle() < CpuLaw.LEAST_IDLE;
		this.cpuLimited = this.undecided || fills;
		this.full = this.cpuLimited && !run.dedicatedCores();
		LedgerChecks ledger = new LedgerChecks(this, run);
		ExpectationChecks promises = new ExpectationChecks(this, run, expect);
		for (CheckKind kind : CheckKind.values()) {
			switch (kind) {
				case LAW, LAW_IN_FLIGHT -> law(kind);
				case BELOW_CEILING -> belowCeiling();
				case BACKEND_DELAY_GIVEN, BACKEND_DELAY_DRAWN -> delays(kind);
				case LEDGER_SENT, LEDGER_APP, LEDGER_ANSWERS, LEDGER_BACKEND, NO_LEAK, THREADS_BACK, MEMORY_BACK,
						NO_ZOMBIE ->
					ledger.judge(kind);
				case MACHINE_IDLE -> machineIdle();
				case BELOW_CPU_CEILING -> belowCpuCeiling(cpu);
				case GENERATOR_IDLE -> generatorIdle();
				case MACHINE_STEAL -> add(Check.atMost(kind, this.window.steal(), 0.01));
				case CONNECTIONS -> connections();
				case THREAD_KIND -> threadKind();
				case PROBE_COVERAGE -> coverage();
				case ARRIVALS -> arrivals();
				case ARRIVALS_ON_TIME -> onTime();
				case AT_CEILING, STEADY, NO_ERRORS, NONE_LOST, RECOVERS ->
					promises.judge(kind, fills || this.undecided);
				// Of a JTL of remote workers, of programs, of a whole result.
				case WORKERS, THEORY, EFFECT -> {
				}
			}
		}
		if (loadFillsProcessors()) {
			this.passedOrFailed
				.replaceAll((check) -> BLAME_LOAD.contains(check.kind()) ? check.blaming(CheckKind.Blame.LOAD) : check);
		}
	}

	/**
	 * Whether the processes of the run leave the instrument too little by themselves, so
	 * that it would be short of CPU even on a machine without other programs. An app that
	 * has processors of its own takes nothing from the instrument.
	 */
	private boolean loadFillsProcessors() {
		Placement placement = this.run.record().placement();
		double busy = this.run.dedicatedCores() ? this.window.busyCores() - this.window.appCores()
				: this.window.busyCores();
		double cores = this.run.dedicatedCores()
				? Stream.concat(placement.backend().stream(), placement.generator().stream()).distinct().count()
				: this.window.cores();
		return busy > (1 - CpuLaw.LEAST_IDLE) * cores;
	}

	List<Check> all() {
		return this.passedOrFailed;
	}

	/** Checks that mean nothing for this run though a reader may expect them, and why. */
	Map<CheckKind, String> notApplied() {
		return this.notApplied;
	}

	void add(Check check) {
		this.passedOrFailed.add(check);
	}

	void leaveOut(CheckKind kind, String why) {
		this.notApplied.put(kind, why);
	}

	private boolean fewerUsersElsewhere() {
		Axis axis = this.run.record().run().variant().axis();
		return axis.name().equals(Axis.USERS)
				&& axis.values().stream().anyMatch((users) -> users < this.run.workload().users());
	}

	/**
	 * A closed workload is held to Little's law in one of two forms. That of requests in
	 * flight counts requests at the edges with their part. It takes the place of the
	 * other where a request takes more than a twentieth of the window: requests over an
	 * edge of the window count whole at their end, and the ages of those in flight may
	 * differ by half of that from edge to edge. On a full machine a user whose generator
	 * waits for a processor waits for no answer, so only the upper bound holds.
	 */
	private void law(CheckKind kind) {
		if (this.run.workload().open() || this.run.endedEarly()) {
			leaveOut(CheckKind.LAW,
					this.run.workload().open()
							? "no user waits in open arrivals; '" + CheckKind.ARRIVALS
									+ "' says that they came when they were due"
							: "the app ended while the load was still growing");
			return;
		}
		int users = this.run.workload().users();
		LoadTotals load = this.run.load();
		boolean blurred = this.run.hasOpenLoadOrFaults() || this.cpuLimited
				|| load.meanSeconds() * 20 > load.window().seconds();
		if (blurred == (kind == CheckKind.LAW)) {
			return;
		}
		double inFlight = load.meanInFlight() / users;
		if (kind == CheckKind.LAW) {
			add(law(load, users, this.run.edges(users)));
		}
		else if (this.run.hasOpenLoadOrFaults()) {
			add(Check.within(kind, inFlight, 0.99, 1.01));
		}
		else if (this.full) {
			add(Check.atMost(kind, inFlight, 1.01));
		}
		else {
			add(Check.within(kind, inFlight, 1 - Math.max(0.01, between(load, users)), 1.01));
		}
	}

	/**
	 * Little's law of the closed loop: throughput x mean latency / users is 1. Every
	 * request counts, successful or not, since each occupies its user. What the generator
	 * itself needs between two requests of a user is missing from it (the law with a
	 * think time Z, N = X (R + Z): Denning and Buzen, as in {@link CpuLaw}).
	 */
	static Check law(LoadTotals load, int users, double edges) {
		double limit = Math.max(0.01, edges);
		return Check.within(CheckKind.LAW, load.endedPerSecond() * load.meanSeconds() / users,
				1 - Math.max(limit, between(load, users)), 1 + limit);
	}

	/** Share of a user's time that the generator takes between two requests at most. */
	private static double between(LoadTotals load, int users) {
		return GENERATOR_SECONDS * load.endedPerSecond() / users;
	}

	/**
	 * Under faults and open arrivals slots that are taken all at once, by a crowd, are
	 * free all at once: what ends in the window may be a whole round of them more. So it
	 * is where all requests wait for the same fixed time.
	 */
	private void belowCeiling() {
		if (!this.run.workload().hasCeiling()) {
			leaveOut(CheckKind.BELOW_CEILING,
					"a request does not wait once for the backend, a query or a sleep, so there is no ceiling");
			return;
		}
		boolean rounds = this.run.hasOpenLoadOrFaults() || this.run.workload().ownWait() != null;
		double round = rounds ? this.run.latency().meanMillis() / 1000 / this.window.seconds() : 0;
		add(Check.atMost(CheckKind.BELOW_CEILING, this.run.load().throughput() / this.run.ceiling(),
				1 + Math.max(Math.max(0.01, round), this.run.edges(this.run.slots()))));
	}

	/**
	 * The instrument is held to its word while nothing is wrong with it on purpose. On a
	 * full machine the backend waits for a processor like all others, so its timers are
	 * late; the ceiling is made of the delays drawn and does not move. What it must never
	 * do is to answer early.
	 */
	private void delays(CheckKind kind) {
		if (!this.run.workload().callsBackend()) {
			return;
		}
		Stretch sound = this.run.probe().soundStretch();
		if (sound.completedAtBackend() < 1
				|| this.run.hasOpenLoadOrFaults() && this.run.probe().soundWindow().size() < Probed.LEAST) {
			leaveOut(kind, "the backend completed nothing"
					+ (this.run.hasOpenLoadOrFaults() ? " before the first fault" : ""));
			return;
		}
		double drawn = sound.meanDrawnMillis();
		if (kind == CheckKind.BACKEND_DELAY_DRAWN) {
			// Four standard errors of the mean: a sound backend is outside once in 16,000
			// runs.
			double error = this.run.latency().sdMillis() / Math.sqrt(sound.completedAtBackend());
			double limit = Math.max(4 * error, 0.001);
			add(Check.within(kind, drawn - this.run.latency().meanMillis(), -limit, limit));
			return;
		}
		double limit = Math.max(0.01 * drawn, 2);
		double late = sound.meanGivenMillis() - drawn;
		boolean busy = this.run.hasOpenLoadOrFaults() ? sound.idle() < CpuLaw.LEAST_IDLE : this.full;
		add(busy ? Check.atLeast(kind, late, -limit) : Check.within(kind, late, -limit, limit));
	}

	/**
	 * The system under test must not starve the generator or the probe. Where the CPU is
	 * its limit by the law, the machine cannot be left idle.
	 */
	private void machineIdle() {
		if (this.run.dedicatedCores()) {
			leaveOut(CheckKind.MACHINE_IDLE, "the app has cores of its own");
		}
		else if (this.run.workload().open()) {
			leaveOut(CheckKind.MACHINE_IDLE, "'" + CheckKind.ARRIVALS + "' says that the generator was not starved");
		}
		else if (this.run.endedEarly()) {
			leaveOut(CheckKind.MACHINE_IDLE, "the app ended while the load was still growing");
		}
		else if (this.undecided) {
			leaveOut(CheckKind.MACHINE_IDLE,
					"the machine was full; the runs at fewer users decide whether it had to be");
		}
		else if (this.full) {
			leaveOut(CheckKind.MACHINE_IDLE, "the CPU is the limit by the law, so none can be left");
		}
		else {
			add(Check.atLeast(CheckKind.MACHINE_IDLE, this.window.idle(), CpuLaw.LEAST_IDLE));
		}
	}

	private void generatorIdle() {
		if (this.run.dedicatedCores()) {
			add(Check.atLeast(CheckKind.GENERATOR_IDLE, this.window.idle(this.run.record().placement().generator()),
					CpuLaw.LEAST_IDLE));
		}
	}

	/**
	 * No process uses more of the processors than there is; 2 % cover what the clocks of
	 * processes and of the machine differ by. The cost of a request at lower load is no
	 * bound: a busy server takes several requests at each wake-up, so one may cost half
	 * as much there.
	 */
	private void belowCpuCeiling(@Nullable CpuLaw cpu) {
		if (cpu != null && this.run.dedicatedCores()) {
			add(Check.atMost(CheckKind.BELOW_CPU_CEILING, this.window.appCores() / cpu.cores(), 1.02));
		}
		else if (cpu != null && this.full && !this.undecided) {
			add(Check.atMost(CheckKind.BELOW_CPU_CEILING, this.window.busyCores() / this.window.cores(), 1.02));
		}
	}

	/** The count that is farthest from one established connection for each user. */
	private void connections() {
		if (this.run.hasOpenLoadOrFaults()) {
			leaveOut(CheckKind.CONNECTIONS, this.run.workload().open() ? "open arrivals use as many as they need"
					: "users who give up close theirs and open new ones");
			return;
		}
		int users = this.run.workload().users();
		int farthest = users;
		for (Probed.Reading reading : this.run.probe().window()) {
			if (Math.abs(reading.connections() - users) > Math.abs(farthest - users)) {
				farthest = reading.connections();
			}
		}
		add(Check.equal(CheckKind.CONNECTIONS, farthest, users));
	}

	/** Share of the requests that the expected kind of thread served. */
	private void threadKind() {
		String kind = this.run.service().threadKind();
		Stretch whole = this.run.probe().run();
		double served = whole.growth((sample) -> sample.ledger().requests().servedBy().getOrDefault(kind, 0L));
		double all = whole.growth(
				(sample) -> sample.ledger().requests().servedBy().values().stream().mapToLong(Long::longValue).sum());
		add(Check.equal(CheckKind.THREAD_KIND, (all == 0) ? 0 : served / all, 1));
	}

	/**
	 * Fresh samples of the probe over the seconds of the planned window. There is one a
	 * second, and a short window may lose one at its edge.
	 */
	private void coverage() {
		if (this.run.service().mayExit()) {
			leaveOut(CheckKind.PROBE_COVERAGE,
					"an app that may exit may be too busy to answer with its counters before");
			return;
		}
		add(Check.atLeast(CheckKind.PROBE_COVERAGE,
				Math.min(1, this.run.probe().window().size() / this.run.planned().seconds()), 0.75));
	}

	/**
	 * Arrivals depend on no answer: as many were sent in the window as were due. JMeter's
	 * Precise Throughput Timer spreads exactly rate x duration arrivals evenly at random
	 * over the whole duration, so the number in a share f of it is binomial, with a
	 * standard deviation of √(due (1 - f)); four of them are allowed.
	 */
	private void arrivals() {
		Integer rate = this.run.workload().rate();
		if (rate == null) {
			return;
		}
		if (this.run.endedEarly()) {
			leaveOut(CheckKind.ARRIVALS, "the app ended while the load was still growing");
			return;
		}
		double seconds = this.run.load().window().seconds();
		double due = rate * seconds;
		double outside = Math.max(0, 1 - seconds * 1000 / this.run.workload().measure().toMillis());
		double limit = Math.max(0.01, 4 * Math.sqrt(outside / due));
		add(Check.within(CheckKind.ARRIVALS, this.run.load().sentInWindow() / due, 1 - limit, 1 + limit));
	}

	/** A generator that is late all the time still sends as many as are due. */
	private void onTime() {
		if (!this.run.workload().open() || this.run.endedEarly()) {
			return;
		}
		LatencyCounts lateness = this.run.load().lateness();
		if (lateness.count() == 0) {
			leaveOut(CheckKind.ARRIVALS_ON_TIME, "the plan did not save the intended times (column 'intended')");
			return;
		}
		add(Check.atMost(CheckKind.ARRIVALS_ON_TIME, lateness.percentile(0.5), LATEST_MILLIS));
	}

}
