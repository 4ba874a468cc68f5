package lab.harness.analysis;

import java.util.List;

import lab.harness.analysis.Judgement.Judged;
import lab.harness.analysis.Judgement.NotApplied;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Expectation;

/**
 * The checks that an experiment asks for with {@code expect}.
 *
 * @param cpuMayBeLimit whether the CPU is, or may be, the limit by the law
 */
record ExpectationChecks(ServiceRun run, List<Expectation> expected, boolean cpuMayBeLimit) {

	/**
	 * Ratio of the edge noise of two halves to that of the window. A half is half as
	 * long, and what the edge in the middle takes from one it gives to the other, so the
	 * variance is that of 1 + 4 + 1 edges instead of 2.
	 */
	private static final double EDGE_NOISE_OF_HALVES = 2 * Math.sqrt(3);

	private static final double MOST_RECOVERY_SECONDS = 15;

	Judgement judge(CheckKind kind) {
		if (!this.expected.contains(Expectation.valueOf(kind.name()))) {
			return Judgement.NOT_CONCERNED;
		}
		LoadTotals load = this.run.load();
		return switch (kind) {
			case AT_CEILING ->
				this.cpuMayBeLimit ? new NotApplied("the CPU is the limit, so the ceiling may be out of reach")
						: new Judged(Check.atLeast(kind, shareOfCeiling(), 0.98));
			case STEADY -> new Judged(steady());
			case NO_ERRORS -> new Judged(Check.equal(kind, load.errors(), 0));
			case NONE_LOST -> new Judged(Check.equal(kind, load.lost() + load.droppedAtEnd(), 0));
			case RECOVERS ->
				new Judged(Check.atMost(kind, this.run.recovery().slowestSeconds(), MOST_RECOVERY_SECONDS));
			default -> throw new IllegalArgumentException(kind + " is no expectation");
		};
	}

	/**
	 * Requests in flight at the backend over slots. Connections to the backend are left
	 * out of the slots on purpose: a pool that is too small is a fault, not a model.
	 * Queries of the database are not counted, so their number follows from Little's law.
	 */
	private double shareOfCeiling() {
		return (this.run.target().ownWait() != null) ? this.run.load().throughput() / this.run.ceiling()
				: this.run.window().inFlightAtBackend()
						/ ServiceRun.slots(this.run.workload().users(), this.run.requestThreads());
	}

	private Check steady() {
		ProbeData probe = this.run.probe();
		double ceilings = this.run.target().callsBackend()
				? this.run.ceiling(new ProbeSpan(probe.middle(), probe.end()))
						/ this.run.ceiling(new ProbeSpan(probe.begin(), probe.middle()))
				: 1;
		double limit = Math.max(0.02, EDGE_NOISE_OF_HALVES * this.run.edgeNoise(this.run.slots()));
		return Check.within(CheckKind.STEADY, this.run.load().ratioOfHalves() / ceilings, 1 - limit, 1 + limit);
	}

}
