package lab.harness.analysis;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import lab.harness.experiment.Latency;
import lab.harness.experiment.Load;
import lab.harness.probe.CoreSample;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;

/**
 * The facts of one run, brought together: what ran, what the generator saw, what the
 * probe saw at the edges of the window and of the whole run.
 *
 * @param run what ran
 * @param load what the generator saw
 * @param planned the window that the load's times leave, ramp and drain cut
 * @param before the probe's sample before the load began, with nothing in flight
 * @param window the probe's fresh samples in that window; the first and the last are its
 * edges
 * @param after the probe's sample after the drain
 */
record Measured(RunRecord run, LoadTotals load, Window planned, Sample before, List<Sample> window, Sample after) {

	Sample begin() {
		return this.window.getFirst();
	}

	Sample end() {
		return this.window.getLast();
	}

	double seconds() {
		return (end().at() - begin().at()) / 1000.0;
	}

	/** Growth of a counter from edge to edge of the window. */
	double inWindow(ToDoubleFunction<Sample> counter) {
		return counter.applyAsDouble(end()) - counter.applyAsDouble(begin());
	}

	/** Growth of a counter over the whole run, ramp and drain included. */
	long inRun(ToLongFunction<Sample> counter) {
		return counter.applyAsLong(this.after) - counter.applyAsLong(this.before);
	}

	Latency latency() {
		return Latency.parse(this.run.latency());
	}

	/** Whether its requests make the app call the backend. */
	boolean callsBackend() {
		return Load.callsBackend(this.run.path());
	}

	/** Whether the app has processors of its own. */
	boolean isApart() {
		return this.run.placement().keepsApart();
	}

	/** Requests that ended in the window, successful or not, a second. */
	double rate() {
		return this.load.ended() / seconds();
	}

	/** Processors of the machine, as its own count of their time says. */
	double machineCores() {
		return Math.rint(inWindow((sample) -> sample.machine().totalMillis()) / millis());
	}

	/** Share of the processors' time that was idle, all of the machine. */
	double idleShare() {
		return inWindow((sample) -> sample.machine().idleMillis())
				/ inWindow((sample) -> sample.machine().totalMillis());
	}

	/** The same of the processors that the generator was given. */
	double generatorIdleShare() {
		return inWindow((sample) -> generatorCores(sample).mapToLong(CoreSample::idleMillis).sum())
				/ inWindow((sample) -> generatorCores(sample).mapToLong(CoreSample::totalMillis).sum());
	}

	private Stream<CoreSample> generatorCores(Sample sample) {
		return sample.cores().stream().filter((core) -> this.run.placement().generator().contains(core.processor()));
	}

	/** Processor time of the app, in cores. */
	double appCores() {
		return inWindow((sample) -> sample.app().cpuMillis()) / millis();
	}

	/** Processor time of app, backend and generator, in cores. */
	double busyCores() {
		return appCores() + inWindow((sample) -> sample.backend().cpuMillis()) / millis()
				+ inWindow((sample) -> (sample.generator() != null) ? sample.generator().cpuMillis() : 0) / millis();
	}

	private double millis() {
		return end().at() - begin().at();
	}

	int slots() {
		return Ceiling.slots(this.run.users(), this.run.terms().requestThreads(),
				this.run.terms().backendConnections());
	}

	/**
	 * What the slots are: {@code request threads}, {@code connections} or {@code users}.
	 */
	String limitedBy() {
		Integer threads = this.run.terms().requestThreads();
		if (threads != null && threads == slots() && threads < this.run.users()) {
			return "request threads";
		}
		return (slots() < this.run.users()) ? "connections" : "users";
	}

	/** Requests that the backend completed in the window. */
	double completedAtBackend() {
		return inWindow((sample) -> sample.counters().completed());
	}

	/** Mean delay drawn for the requests that the backend completed in the window. */
	double meanDrawnMillis() {
		return inWindow((sample) -> sample.counters().drawnMillis()) / completedAtBackend();
	}

	/** Mean delay given to the requests that the backend completed in the window. */
	double meanGivenMillis() {
		return inWindow((sample) -> sample.counters().givenMillis()) / completedAtBackend();
	}

	/** The ceiling of the delays drawn; of those promised where none was drawn. */
	double ceiling() {
		return (completedAtBackend() > 0) ? Ceiling.of(slots(), meanDrawnMillis()) : nominalCeiling();
	}

	double nominalCeiling() {
		return Ceiling.of(slots(), latency().meanMillis());
	}

	double meanInFlightAtBackend() {
		return inWindow((sample) -> sample.counters().inFlightSeconds()) / seconds();
	}

	Measured firstHalf() {
		return new Measured(this.run, this.load, this.planned, this.before, this.window.subList(0, middle() + 1),
				this.after);
	}

	Measured secondHalf() {
		return new Measured(this.run, this.load, this.planned, this.before,
				this.window.subList(middle(), this.window.size()), this.after);
	}

	private int middle() {
		return middle(this.window);
	}

	/** Place of the sample that parts the samples of a window in halves. */
	static int middle(List<Sample> window) {
		return window.size() / 2;
	}

}
