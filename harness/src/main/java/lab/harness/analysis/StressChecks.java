package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.probe.Sample;
import lab.harness.probe.Stress;
import lab.harness.target.AppLedger;

/**
 * The checks of a run that is put through more than users in a closed loop: arrivals that
 * wait for nobody, faults, an app that may end. Can this measurement be believed, though
 * what it measures fails?
 */
final class StressChecks {

	private static final int LEAST_SAMPLES = 3;

	/** Checks that need an app that lives, and has no request left. */
	private static final String AT_REST = "ledger-sent, ledger-app, ledger-answers, ledger-backend, no-leak, "
			+ "threads-back, memory-back";

	/** Causes of a failed call that the backend may never have seen. */
	private static final List<String> WITHOUT_ANSWER = List.of("read-timeout", "reset", "closed-early",
			"connect-refused", "connect-timeout");

	/** Threads that a JVM may start at any time for itself, to compile or to collect. */
	private static final int OWN_THREADS = 10;

	/**
	 * An eighth of the usual heap, above what Tomcat was seen to keep for the next load
	 * (56 MiB after 1600 requests that hung): a guard against more than that.
	 */
	private static final int KEPT_MIB = 64;

	private final Measured run;

	private final List<Check> checks = new ArrayList<>();

	private final Map<String, String> leftOut = new LinkedHashMap<>();

	StressChecks(Measured run) {
		this.run = run;
		Integer rate = run.rate();
		if (run.endedEarly()) {
			leaveOut("arrivals, law, machine-idle", "the app ended while the load was still growing");
		}
		else if (rate != null) {
			arrivals(rate);
		}
		else {
			this.checks.add(Check.within("law-in-flight", run.load().meanInFlight() / run.users(), 0.99, 1.01));
			this.checks.add(Check.atLeast("machine-idle", run.idleShare(), CpuLaw.LEAST_IDLE));
		}
		if (run.callsBackend()) {
			belowCeiling();
			delays();
		}
		long atWork = run.after().ledger().inFlight();
		if (run.end() != null) {
			leaveOut(AT_REST, "the app ended, and its last counters with it");
			this.checks.add(Check.equal("no-zombie", run.end().zombie() ? 1 : 0, 0));
		}
		else if (mayExit() && atWork > 0) {
			leaveOut(AT_REST, "the app had not exited and was still at work on " + atWork
					+ " requests, with others waiting behind them, when all clients had gone");
			this.checks.add(Check.equal("no-zombie", done(run.after()) > done(run.last()) ? 0 : 1, 0));
		}
		else {
			ledger();
			leaks();
			threadsBack();
			memoryBack();
		}
		this.checks.add(MeasurementChecks.steal(run));
		this.checks.add(MeasurementChecks.threadKind(run));
		leaveOut("connections", (rate != null) ? "open arrivals use as many as they need"
				: "users who give up close theirs and open new ones");
		if (mayExit()) {
			leaveOut("probe-coverage", "an app that may exit may be too busy to tell its counters before");
		}
		else {
			this.checks.add(MeasurementChecks.coverage(run));
		}
	}

	private static long done(Sample sample) {
		return sample.ledger().completed() + sample.ledger().abandoned();
	}

	private boolean mayExit() {
		Stress stress = this.run.run().stress();
		return stress != null && stress.mayExit();
	}

	List<Check> checks() {
		return this.checks;
	}

	/** Names of checks that mean nothing for this run, and why. */
	Map<String, String> leftOut() {
		return this.leftOut;
	}

	private void leaveOut(String names, String why) {
		for (String name : names.split(", ")) {
			this.leftOut.put(name, why);
		}
	}

	/**
	 * Arrivals depend on no answer: as many were sent in the window as were due. Their
	 * number is that of a Poisson process, with a standard deviation of its root; four of
	 * them are allowed. It replaces the idle machine: a generator that is starved sends
	 * late.
	 */
	private void arrivals(int rate) {
		double due = rate * this.run.load().window().seconds();
		double limit = Math.max(0.01, 4 / Math.sqrt(due));
		this.checks.add(Check.within("arrivals", this.run.load().sentInWindow() / due, 1 - limit, 1 + limit));
		leaveOut("law", "no user waits in open arrivals; 'arrivals' says that they came when they were due");
		leaveOut("machine-idle", "'arrivals' says that the generator was not starved");
	}

	/**
	 * Slots that are taken all at once, by a crowd, are free all at once: what ends in
	 * the window may be a whole round of them more.
	 */
	private void belowCeiling() {
		double round = this.run.latency().meanMillis() / 1000 / this.run.seconds();
		this.checks.add(Check.atMost("below-ceiling", this.run.load().throughput() / this.run.ceiling(),
				1 + Math.max(Math.max(0.01, round), MeasurementChecks.edges(this.run, this.run.slots()))));
	}

	/** The instrument is held to its word while nothing is wrong with it on purpose. */
	private void delays() {
		Measured sound = this.run.sound();
		if (sound.window().size() < LEAST_SAMPLES || sound.completedAtBackend() < 1) {
			leaveOut("backend-gave-what-it-drew, backend-drew-what-it-promised",
					"the backend completed nothing before the first fault");
			return;
		}
		double drawn = sound.meanDrawnMillis();
		double limit = Math.max(0.01 * drawn, 2);
		boolean full = sound.idleShare() < CpuLaw.LEAST_IDLE;
		double late = sound.meanGivenMillis() - drawn;
		this.checks.add(full ? Check.atLeast("backend-gave-what-it-drew", late, -limit)
				: Check.within("backend-gave-what-it-drew", late, -limit, limit));
		this.checks.add(MeasurementChecks.drewWhatItPromised(sound));
	}

	/**
	 * The whole run, drain included. A client that gives up cannot know whether the app
	 * had read its request or has answered it since, so as many may be missing at the
	 * app, and as many answers at the client, as ended without an answer; and as many
	 * calls at the backend as failed without one.
	 */
	private void ledger() {
		Ledger ledger = Ledger.of(this.run);
		long unanswered = this.run.load().unanswered() + besideUnanswered();
		long answered = ledger.sent() - ledger.refused() - unanswered;
		between("ledger-sent", ledger.sent() - ledger.refused() - ledger.appReceived(), unanswered);
		this.checks
			.add(Check.equal("ledger-app", ledger.appReceived() - ledger.appCompleted() - ledger.appAbandoned(), 0));
		between("ledger-answers", ledger.appCompleted() - answered, unanswered);
		long failed = this.run.inRun((sample) -> sample.ledger()
			.backendFailures()
			.entrySet()
			.stream()
			.filter((entry) -> WITHOUT_ANSWER.contains(entry.getKey()))
			.mapToLong(Map.Entry::getValue)
			.sum());
		between("ledger-backend",
				this.run.callsBackend() ? ledger.backendAttempts() - ledger.backendReceived() - ledger.connectFailures()
						: ledger.backendAttempts() + ledger.backendReceived(),
				failed + ledger.appAbandoned());
	}

	private long besideUnanswered() {
		return this.run.beside()
			.stream()
			.filter((asked) -> asked.what().equals("sleep") && asked.status() == null)
			.count()
				+ this.run.faults()
					.stream()
					.mapToLong((applied) -> (applied.slowClients() != null) ? applied.slowClients().asked() : 0)
					.sum();
	}

	private void between(String name, long difference, long most) {
		this.checks.add(Check.within(name, difference, 0, most));
	}

	/** All that was taken is given back, once nothing is in flight. */
	private void leaks() {
		AppLedger ledger = this.run.after().ledger();
		AppLedger.Guard guard = ledger.guard();
		if (guard == null) {
			leaveOut("no-leak", "the app does not tell of its permits");
			return;
		}
		this.checks.add(Check.equal("no-leak",
				guard.bulkheadMax() - guard.bulkheadFree() + ledger.backendConnectionsLeased(), 0));
	}

	/**
	 * Platform threads at rest. A pool of request threads keeps for a minute what it grew
	 * to, so as many may be more as it may hold.
	 */
	private void threadsBack() {
		Integer pool = this.run.run().terms().requestThreads();
		int more = this.run.after().app().threads() - this.run.before().app().threads();
		this.checks.add(Check.atMost("threads-back", more, OWN_THREADS + ((pool != null) ? pool : 0)));
	}

	private void memoryBack() {
		Kept heap = StressAnalysis.liveHeapMiB(this.run);
		if (heap == null) {
			leaveOut("memory-back", "what the heap holds is asked of processes whose JDK has jcmd");
			return;
		}
		this.checks.add(Check.atMost("memory-back", heap.more(), KEPT_MIB));
	}

}
