package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Expectation;
import org.jspecify.annotations.Nullable;

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

	private ExpectationChecks() {
	}

	/**
	 * The checks of a run. On a machine that is full by the law the backend's ceiling may
	 * be out of reach, so that promise does not hold for it.
	 */
	static List<Check> of(List<Expectation> expect, Measured run, @Nullable CpuLaw cpu, @Nullable StressResult stress) {
		boolean full = cpu != null && cpu.fillsThem(run);
		return expect.stream()
			.filter((expectation) -> !(full && expectation == Expectation.AT_CEILING))
			.map((expectation) -> of(expectation, run, stress))
			.toList();
	}

	private static Check of(Expectation expectation, Measured run, @Nullable StressResult stress) {
		return switch (expectation) {
			case AT_CEILING -> atCeiling(run);
			case STEADY -> steady(run);
			case NO_ERRORS -> Check.equal("no-errors", run.load().errors(), 0);
			case NONE_LOST -> Check.equal("none-lost", run.load().lost() + run.load().turnedAway(), 0);
			case RECOVERS -> Check.atMost("recovers", slowestRecovery(stress), RECOVERY_SECONDS);
		};
	}

	/** No number where a fault was not recovered from, 0 where there was none. */
	private static double slowestRecovery(@Nullable StressResult stress) {
		double slowest = 0;
		for (FaultSpan fault : (stress != null) ? stress.faults() : List.<FaultSpan>of()) {
			Double seconds = fault.secondsToRecover();
			slowest = Math.max(slowest, (seconds != null) ? seconds : Double.NaN);
		}
		return slowest;
	}

	/**
	 * Connections are left out of the limit on purpose: a pool that is too small is a
	 * fault, not a model.
	 */
	private static Check atCeiling(Measured run) {
		int slots = Ceiling.slots(run.run().users(), run.run().terms().requestThreads(), Integer.MAX_VALUE);
		return Check.atLeast("at-ceiling", run.meanInFlightAtBackend() / slots, 0.98);
	}

	/**
	 * Throughput of the second half over that of the first, each set against the ceiling
	 * that its own delays allow, where there are delays. Chance at the edges of the
	 * halves may take it further than 2 % where users are few: a half is half as long,
	 * and what the edge in the middle takes from one it gives to the other, so the
	 * variance is that of 1 + 4 + 1 edges instead of 2.
	 */
	private static Check steady(Measured run) {
		LoadTotals load = run.load();
		Measured first = run.firstHalf();
		Measured second = run.secondHalf();
		double ceilings = run.callsBackend() ? second.ceiling() / first.ceiling() : 1;
		double limit = Math.max(0.02, EDGES_OF_HALVES * MeasurementChecks.edges(run, run.slots()));
		return Check.within("steady", load.throughputOfSecondHalf() / load.throughputOfFirstHalf() / ceilings,
				1 - limit, 1 + limit);
	}

}
