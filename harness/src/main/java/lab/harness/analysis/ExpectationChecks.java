package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Expectation;
import org.jspecify.annotations.Nullable;

/**
 * The checks of what an experiment promises of its runs.
 */
final class ExpectationChecks {

	private ExpectationChecks() {
	}

	/**
	 * The checks of a run. On a machine that is full by the law the backend's ceiling may
	 * be out of reach, so that promise does not hold for it.
	 */
	static List<Check> of(List<Expectation> expect, Measured run, @Nullable CpuLaw cpu) {
		boolean full = cpu != null && cpu.fillsThem(run);
		return expect.stream()
			.filter((expectation) -> !(full && expectation == Expectation.AT_CEILING))
			.map((expectation) -> of(expectation, run))
			.toList();
	}

	private static Check of(Expectation expectation, Measured run) {
		return switch (expectation) {
			case AT_CEILING -> atCeiling(run);
			case STEADY -> steady(run);
			case NO_ERRORS -> Check.equal("no-errors", run.load().errors(), 0);
		};
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
	 * that its own delays allow, where there are delays.
	 */
	private static Check steady(Measured run) {
		LoadTotals load = run.load();
		Measured first = run.firstHalf();
		Measured second = run.secondHalf();
		double ceilings = run.callsBackend() ? second.ceiling() / first.ceiling() : 1;
		return Check.within("steady", load.throughputOfSecondHalf() / load.throughputOfFirstHalf() / ceilings, 0.98,
				1.02);
	}

}
