package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.harness.probe.Sample;

/**
 * The checks of a run that is put through more than users in a closed loop: arrivals that
 * wait for nobody, faults, an app that may end. Can this measurement be believed, though
 * what it measures fails?
 */
final class StressChecks {

	private static final int LEAST_SAMPLES = 3;

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
			this.checks.add(Check.atLeast("machine-idle", run.processors().idle(), CpuLaw.LEAST_IDLE));
		}
		if (run.hasCeiling()) {
			belowCeiling();
		}
		if (run.callsBackend()) {
			delays();
		}
		boolean mayExit = run.run().stress() != null && run.run().stress().mayExit();
		long atWork = run.after().ledger().inFlight();
		if (run.end() != null) {
			leaveOut(AtRestChecks.NAMES, "the app ended, and its last counters with it");
			this.checks.add(Check.equal("no-zombie", run.end().zombie() ? 1 : 0, 0));
		}
		else if (mayExit && atWork > 0) {
			leaveOut(AtRestChecks.NAMES, "the app had not exited and was still at work on " + atWork
					+ " requests, with others waiting behind them, when all clients had gone");
			this.checks.add(Check.equal("no-zombie", done(run.after()) > done(run.last()) ? 0 : 1, 0));
		}
		else {
			AtRestChecks atRest = new AtRestChecks(run);
			this.checks.addAll(atRest.checks());
			this.leftOut.putAll(atRest.leftOut());
		}
		this.checks.add(MeasurementChecks.steal(run));
		this.checks.add(MeasurementChecks.threadKind(run));
		leaveOut("connections", (rate != null) ? "open arrivals use as many as they need"
				: "users who give up close theirs and open new ones");
		if (mayExit) {
			leaveOut("probe-coverage", "an app that may exit may be too busy to tell its counters before");
		}
		else {
			this.checks.add(MeasurementChecks.coverage(run));
		}
	}

	private static long done(Sample sample) {
		return sample.ledger().completed() + sample.ledger().abandoned();
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
		boolean full = sound.processors().idle() < CpuLaw.LEAST_IDLE;
		double late = sound.meanGivenMillis() - drawn;
		this.checks.add(full ? Check.atLeast("backend-gave-what-it-drew", late, -limit)
				: Check.within("backend-gave-what-it-drew", late, -limit, limit));
		this.checks.add(MeasurementChecks.drewWhatItPromised(sound));
	}

}
