package lab.harness.analysis;

import java.util.List;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Expectation;
import lab.harness.model.FaultSpan;

/**
 * The checks of what an experiment promises of its runs.
 */
final class ExpectationChecks {

	/**
	 * What chance at the edges does to the ratio of the halves, by what it does to the
	 * whole.
	 */
	private static final double EDGES_OF_HALVES = 2 * Math.sqrt(3);

	private static final double RECOVERY_SECONDS = 15;

	private final Checks checks;

	private final Measured run;

	private final List<Expectation> expect;

	ExpectationChecks(Checks checks, Measured run, List<Expectation> expect) {
		this.checks = checks;
		this.run = run;
		this.expect = expect;
	}

	/**
	 * Judges a promise, if it was made.
	 * @param full whether the CPU is the limit by the law, or may be: then the backend's
	 * ceiling may be out of reach
	 */
	void judge(CheckKind kind, boolean full) {
		if (!this.expect.contains(Expectation.valueOf(kind.name()))) {
			return;
		}
		LoadTotals load = this.run.load();
		switch (kind) {
			case AT_CEILING -> {
				if (full) {
					this.checks.leaveOut(kind, "the CPU is the limit, so the ceiling may be out of reach");
				}
				else {
					atCeiling();
				}
			}
			case STEADY -> steady();
			case NO_ERRORS -> this.checks.add(Check.equal(kind, load.errors(), 0));
			case NONE_LOST -> this.checks.add(Check.equal(kind, load.lost() + load.droppedAtEnd(), 0));
			default -> this.checks.add(Check.atMost(kind, slowestRecovery(), RECOVERY_SECONDS));
		}
	}

	/** No number where a fault was not recovered from, 0 where there was none. */
	private double slowestRecovery() {
		double slowest = 0;
		for (FaultSpan fault : Recovery.faults(this.run)) {
			Double seconds = fault.recoveredAfter();
			slowest = Math.max(slowest, (seconds != null) ? seconds : Double.NaN);
		}
		return slowest;
	}

	/**
	 * Connections to the backend are left out of the limit on purpose: a pool that is too
	 * small is a fault, not a model. Those to the database are what is asked about; its
	 * queries are not counted, so their number is that of Little's law.
	 */
	private void atCeiling() {
		if (this.run.workload().ownWait() != null) {
			this.checks
				.add(Check.atLeast(CheckKind.AT_CEILING, this.run.load().throughput() / this.run.ceiling(), 0.98));
			return;
		}
		int slots = Measured.slots(this.run.workload().users(), this.run.requestThreads());
		this.checks.add(Check.atLeast(CheckKind.AT_CEILING, this.run.window().inFlightAtBackend() / slots, 0.98));
	}

	/**
	 * Throughput of the second half over that of the first, each set against the ceiling
	 * that its own delays allow, where there are delays. Chance at the edges of the
	 * halves may take it further than 2 % where users are few: a half is half as long,
	 * and what the edge in the middle takes from one it gives to the other, so the
	 * variance is that of 1 + 4 + 1 edges instead of 2.
	 */
	private void steady() {
		LoadTotals load = this.run.load();
		double ceilings = this.run.workload().callsBackend()
				? this.run.ceiling(this.run.probe().secondHalf()) / this.run.ceiling(this.run.probe().firstHalf()) : 1;
		double limit = Math.max(0.02, EDGES_OF_HALVES * this.run.edges(this.run.slots()));
		this.checks.add(Check.within(CheckKind.STEADY,
				load.throughputOfSecondHalf() / load.throughputOfFirstHalf() / ceilings, 1 - limit, 1 + limit));
	}

}
