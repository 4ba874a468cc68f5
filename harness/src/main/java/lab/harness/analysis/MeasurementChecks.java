package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;

import lab.harness.experiment.App;
import lab.harness.probe.Sample;
import org.jspecify.annotations.Nullable;

/**
 * The checks that every run must pass, whatever the experiment is about: can this
 * measurement be believed?
 */
final class MeasurementChecks {

	/**
	 * The generator's own time from an answer to the next request. JMeter needs 0.1 to
	 * 0.2 ms of two busy cores, which only users with answers of milliseconds notice.
	 */
	private static final double GENERATOR_SECONDS = 0.0003;

	private MeasurementChecks() {
	}

	/**
	 * The checks of a run.
	 * @param cpu the ceiling that the CPU sets, or null where it is not known
	 */
	static List<Check> of(Measured run, @Nullable CpuLaw cpu) {
		List<Check> checks = new ArrayList<>();
		checks.add(lawOf(run, cpu));
		if (run.hasCeiling()) {
			checks.add(Check.atMost("below-ceiling", run.load().throughput() / run.ceiling(),
					1 + Math.max(0.01, edges(run, run.slots()))));
		}
		if (run.callsBackend()) {
			checks.add(gaveWhatItDrew(run, cpu));
			checks.add(drewWhatItPromised(run));
		}
		ledger(run, checks);
		processors(run, cpu, checks);
		checks.add(steal(run));
		checks.add(connections(run));
		checks.add(threadKind(run));
		checks.add(coverage(run));
		return checks;
	}

	private static Check lawOf(Measured run, @Nullable CpuLaw cpu) {
		int users = run.run().users();
		double inFlight = run.load().meanInFlight() / users;
		if (isFull(run, cpu)) {
			// A user whose generator waits for a processor waits for no answer.
			return Check.atMost("law-in-flight", inFlight, 1.01);
		}
		// A request that hangs over an edge of the window counts whole at its end. Where
		// more than a twentieth of the window passes with each, they are not few enough:
		// the ages of those in flight may differ by half of that from edge to edge.
		return (run.load().meanSeconds() * 20 <= run.load().window().seconds())
				? law(run.load(), users, edges(run, users))
				: Check.within("law-in-flight", inFlight, 1 - Math.max(0.01, between(run.load(), users)), 1.01);
	}

	/**
	 * Little's law of the closed loop: throughput x mean latency / users is 1. Every
	 * request counts, successful or not, since each occupies its user. What the generator
	 * itself needs between two requests of a user is missing from it (the law with a
	 * think time Z, N = X (R + Z): Denning and Buzen, as in {@link CpuLaw}).
	 */
	static Check law(LoadTotals load, int users) {
		return law(load, users, 0);
	}

	private static Check law(LoadTotals load, int users, double edges) {
		double limit = Math.max(0.01, edges);
		return Check.within("law", perSecond(load) * load.meanSeconds() / users,
				1 - Math.max(limit, between(load, users)), 1 + limit);
	}

	/** Share of a user's time that the generator takes between two requests at most. */
	private static double between(LoadTotals load, int users) {
		return GENERATOR_SECONDS * perSecond(load) / users;
	}

	private static double perSecond(LoadTotals load) {
		return load.ended() / load.window().seconds();
	}

	/**
	 * The edges of the window cut requests in two: one that began before it counts whole,
	 * one that ends after it not at all. How long each has been on its way then is
	 * chance, with about the spread of the delays, at two edges for each slot. Four
	 * standard errors, as a share: below 1 % but for a handful of users.
	 */
	static double edges(Measured run, int slots) {
		return run.callsBackend()
				? 4 * Math.sqrt(2.0 * run.slots()) * run.latency().sdMillis() / 1000 / (slots * run.seconds()) : 0;
	}

	/**
	 * What measures must not be starved by what is measured. Where the app has processors
	 * of its own, those of the generator must be left idle, and the app must keep to its
	 * own. Where all share the machine, the machine must be left idle; but where the CPU
	 * is its limit by the law, it cannot be, and then they must keep to what there is.
	 */
	private static void processors(Measured run, @Nullable CpuLaw cpu, List<Check> checks) {
		Processors processors = run.processors();
		if (run.isApart()) {
			checks.add(Check.atLeast("generator-idle", processors.generatorIdle(), CpuLaw.LEAST_IDLE));
			if (cpu != null) {
				checks.add(belowCpuCeiling(processors.app() / cpu.cores()));
			}
		}
		else if (cpu != null && cpu.fillsThem(run)) {
			checks.add(belowCpuCeiling(processors.busy() / processors.count()));
		}
		else {
			checks.add(Check.atLeast("machine-idle", processors.idle(), CpuLaw.LEAST_IDLE));
		}
	}

	/**
	 * Nobody has more of the processors than there is; 2 % cover what the clocks of
	 * processes and of the machine differ by. The cost of a request at lower load is no
	 * bound: a busy server takes several requests at each wake-up, so one may cost half
	 * as much there.
	 */
	private static Check belowCpuCeiling(double used) {
		return Check.atMost("below-cpu-ceiling", used, 1.02);
	}

	/**
	 * On a machine that is full by the law, the backend waits for a processor like all
	 * others, so its timers are late; the ceiling is made of the delays drawn and does
	 * not move. What it must never do is to answer early.
	 */
	private static Check gaveWhatItDrew(Measured run, @Nullable CpuLaw cpu) {
		double drawn = run.meanDrawnMillis();
		double limit = Math.max(0.01 * drawn, 2);
		if (isFull(run, cpu)) {
			return Check.atLeast("backend-gave-what-it-drew", run.meanGivenMillis() - drawn, -limit);
		}
		return Check.within("backend-gave-what-it-drew", run.meanGivenMillis() - drawn, -limit, limit);
	}

	/** Whether app, backend and generator share a machine that is full by the law. */
	private static boolean isFull(Measured run, @Nullable CpuLaw cpu) {
		return cpu != null && cpu.fillsThem(run) && !run.isApart();
	}

	/**
	 * Four standard errors of the mean: a sound backend is outside once in 16,000 runs.
	 */
	static Check drewWhatItPromised(Measured run) {
		double error = run.latency().sdMillis() / Math.sqrt(run.completedAtBackend());
		double limit = Math.max(4 * error, 0.001);
		return Check.within("backend-drew-what-it-promised", run.meanDrawnMillis() - run.latency().meanMillis(), -limit,
				limit);
	}

	/**
	 * The whole run, drain included: no request may appear or vanish on the way. Where
	 * there is no backend to call, nobody may have called it.
	 */
	private static void ledger(Measured run, List<Check> checks) {
		Ledger ledger = Ledger.of(run);
		checks.add(Check.equal("ledger-sent", ledger.sent() - ledger.refused() - ledger.appReceived(), 0));
		checks.add(Check.equal("ledger-app", ledger.appReceived() - ledger.appCompleted() - ledger.appAbandoned(), 0));
		checks.add(Check.equal("ledger-backend",
				run.callsBackend() ? ledger.backendAttempts() - ledger.backendReceived() - ledger.connectFailures()
						: ledger.backendAttempts() + ledger.backendReceived(),
				0));
	}

	static Check steal(Measured run) {
		double total = run.inWindow((sample) -> sample.machine().totalMillis());
		return Check.atMost("machine-steal", run.inWindow((sample) -> sample.machine().stealMillis()) / total, 0.01);
	}

	/** The count that is farthest from one established connection for each user. */
	private static Check connections(Measured run) {
		int users = run.run().users();
		int farthest = users;
		for (Sample sample : run.window()) {
			if (Math.abs(sample.connections() - users) > Math.abs(farthest - users)) {
				farthest = sample.connections();
			}
		}
		return Check.equal("connections", farthest, users);
	}

	/**
	 * Fresh samples of the probe over the seconds of the planned window. There is one a
	 * second, and a short window may lose one at its edge.
	 */
	static Check coverage(Measured run) {
		return Check.atLeast("probe-coverage", Math.min(1, run.window().size() / run.planned().seconds()), 0.75);
	}

	/** Share of the requests that the expected kind of thread served. */
	static Check threadKind(Measured run) {
		String kind = App.of(run.run().app()).threadKind();
		long served = run.inRun((sample) -> sample.ledger().servedBy().getOrDefault(kind, 0L));
		long all = run.inRun((sample) -> sample.ledger().servedBy().values().stream().mapToLong(Long::longValue).sum());
		return Check.equal("thread-kind", (all == 0) ? 0 : (double) served / all, 1);
	}

}
