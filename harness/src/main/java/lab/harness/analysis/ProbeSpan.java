package lab.harness.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;

import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Sample.CoreSample;

/**
 * Part of a run between two samples of the probe, so that generator, app and backend are
 * counted over the same time.
 */
record ProbeSpan(Sample begin, Sample end) {

	private static final double MOST_STEAL = 0.01;

	double millis() {
		return this.end.at() - this.begin.at();
	}

	double seconds() {
		return millis() / 1000;
	}

	double growth(ToDoubleFunction<Sample> counter) {
		return counter.applyAsDouble(this.end) - counter.applyAsDouble(this.begin);
	}

	double completedAtBackend() {
		return growth((sample) -> sample.counters().requests().completed());
	}

	/** Mean delay that the backend drew for the requests that it completed. */
	double meanDrawnMillis() {
		return growth((sample) -> sample.counters().delays().drawnMillis()) / completedAtBackend();
	}

	/** Mean delay that the requests which the backend completed really had. */
	double meanGivenMillis() {
		return growth((sample) -> sample.counters().delays().givenMillis()) / completedAtBackend();
	}

	double inFlightAtBackend() {
		return growth((sample) -> sample.counters().requests().inFlightSeconds()) / seconds();
	}

	double inFlightInApp() {
		return growth((sample) -> sample.ledger().requests().inFlightSeconds()) / seconds();
	}

	/** Logical processors of the machine. */
	int cores() {
		return this.end.machine().cores().size();
	}

	/** Idle share of the time of all processors. */
	double idle() {
		return growth((sample) -> sample.machine().idleMillis()) / coreMillis();
	}

	/** Idle share of the time of some processors. */
	double idle(List<Integer> processors) {
		return growth((sample) -> sample.machine()
			.cores()
			.stream()
			.filter((core) -> processors.contains(core.processor()))
			.mapToLong(CoreSample::idleMillis)
			.sum()) / (processors.size() * millis());
	}

	/** Checks the share of the processors' time that other guests of the host had. */
	Check stealCheck() {
		return Check.atMost(CheckKind.MACHINE_STEAL, growth((sample) -> sample.machine().stealMillis()) / coreMillis(),
				MOST_STEAL);
	}

	/** The time of all processors, used or idle. */
	double coreMillis() {
		return cores() * millis();
	}

	double appCores() {
		return growth((sample) -> sample.app().cpuMillis()) / millis();
	}

	double busyCores() {
		return growth(Sample::cpuMillis) / millis();
	}

	/** Processors that the runs at the same time use, this one included. */
	double busyCoresTogether() {
		return growth(Sample::cpuMillisTogether) / millis();
	}

	/** Share of the processors' time that was idle or went to the runs. */
	double accounted() {
		return idle() + busyCoresTogether() / cores();
	}

}
