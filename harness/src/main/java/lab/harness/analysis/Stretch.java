package lab.harness.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import lab.harness.model.Sample;
import lab.harness.model.Sample.CoreSample;

/**
 * A stretch of a run between two moments at which the probe read all counters, so that
 * generator, app and backend are counted over the same time.
 */
record Stretch(Sample begin, Sample end) {

	double millis() {
		return this.end.at() - this.begin.at();
	}

	double seconds() {
		return millis() / 1000;
	}

	/** Growth of a counter. */
	double growth(ToDoubleFunction<Sample> counter) {
		return counter.applyAsDouble(this.end) - counter.applyAsDouble(this.begin);
	}

	/** Requests that the backend completed. */
	double completedAtBackend() {
		return growth((sample) -> sample.counters().requests().completed());
	}

	/** Mean delay drawn for the requests that the backend completed. */
	double meanDrawnMillis() {
		return growth((sample) -> sample.counters().delays().drawnMillis()) / completedAtBackend();
	}

	/** Mean delay given to the requests that the backend completed. */
	double meanGivenMillis() {
		return growth((sample) -> sample.counters().delays().givenMillis()) / completedAtBackend();
	}

	/** Mean requests in flight at the backend. */
	double inFlightAtBackend() {
		return growth((sample) -> sample.counters().requests().inFlightSeconds()) / seconds();
	}

	/** Processors of the machine, as its own count of their time says. */
	double cores() {
		return Math.rint(growth((sample) -> sample.machine().totalMillis()) / millis());
	}

	/** Share of the processors' time that was idle, all of the machine. */
	double idle() {
		return growth((sample) -> sample.machine().idleMillis()) / growth((sample) -> sample.machine().totalMillis());
	}

	/** The same of some processors. */
	double idle(List<Integer> processors) {
		return growth((sample) -> cores(sample, processors).mapToLong(CoreSample::idleMillis).sum())
				/ growth((sample) -> cores(sample, processors).mapToLong(CoreSample::totalMillis).sum());
	}

	private static Stream<CoreSample> cores(Sample sample, List<Integer> processors) {
		return sample.machine().cores().stream().filter((core) -> processors.contains(core.processor()));
	}

	/** Share of the processors' time that other guests of the host had. */
	double steal() {
		return growth((sample) -> sample.machine().stealMillis()) / growth((sample) -> sample.machine().totalMillis());
	}

	/** Processors that the app kept busy. */
	double appCores() {
		return growth((sample) -> sample.app().cpuMillis()) / millis();
	}

	/** Processors that app, backend and generator kept busy. */
	double busyCores() {
		return growth(Sample::cpuMillis) / millis();
	}

}
