package lab.harness.analysis;

import lab.harness.experiment.Expectation;

/**
 * The checks of what an experiment promises of its runs.
 */
final class ExpectationChecks {

	private ExpectationChecks() {
	}

	static Check of(Expectation expectation, Measured run) {
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
	 * that its own delays allow.
	 */
	private static Check steady(Measured run) {
		LoadTotals load = run.load();
		Measured first = run.firstHalf();
		Measured second = run.secondHalf();
		return Check.within("steady",
				(load.throughputOfSecondHalf() / second.ceiling()) / (load.throughputOfFirstHalf() / first.ceiling()),
				0.98, 1.02);
	}

}
