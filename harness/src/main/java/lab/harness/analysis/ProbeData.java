package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

import lab.harness.model.DataFile;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the probe in one run.
 *
 * @param all all samples, from one before the load began, with nothing in flight, to one
 * after the drain, or to the last one of an app that ended
 * @param window the fresh samples of the window
 * @param windowBeforeFault the samples of the window that precede the first fault
 */
record ProbeData(List<Sample> all, List<Sample> window, List<Sample> windowBeforeFault) {

	/** Samples that a window needs: two edges and a middle. */
	static final int LEAST_SAMPLES = 3;

	/**
	 * Reads the probe's file.
	 * @param life from the first request to the end of an app that ended by itself, or
	 * null
	 * @param faultAt milliseconds since 1970 at which the first fault began, or
	 * {@code Long.MAX_VALUE}
	 * @throws RunFailedException if the probe has too few samples of the run
	 */
	static ProbeData read(Path file, Window planned, @Nullable Window life, long faultAt) {
		List<Sample> all = new ArrayList<>();
		if (!DataFile.readLines(file, Sample.class, (Sample sample) -> all.add(sample))) {
			throw new RunFailedException(
					file.getFileName() + " is cut off in the middle of its last line, the sample after the load");
		}
		if (all.isEmpty()) {
			throw new RunFailedException(file.getFileName() + " is empty: it holds no sample of the probe");
		}
		List<Sample> inWindow = fresh(all, (at) -> planned.begin() <= at && at <= planned.end());
		boolean wholeLife = inWindow.size() < LEAST_SAMPLES && life != null;
		List<Sample> window = (wholeLife && life != null) ? ofLife(all, life) : inWindow;
		if (window.size() < (wholeLife ? 1 : LEAST_SAMPLES)) {
			throw new RunFailedException(
					"the run cannot be judged: in its window of " + Math.max(0, Math.round(planned.seconds()))
							+ " s the services told their counters " + window.size() + " times, and " + LEAST_SAMPLES
							+ " are needed; the machine was probably overloaded");
		}
		return new ProbeData(all, window, window.stream().filter((sample) -> sample.at() <= faultAt).toList());
	}

	private static List<Sample> fresh(List<Sample> all, LongPredicate at) {
		return all.stream().filter((sample) -> sample.fresh() && at.test(sample.at())).toList();
	}

	/**
	 * The samples of an app that ends before or soon after the window begins: it is
	 * judged from the last sample before the first request to its end.
	 */
	private static List<Sample> ofLife(List<Sample> all, Window life) {
		List<Sample> samples = new ArrayList<>(fresh(all, (at) -> at < life.end()));
		while (samples.size() > 1 && samples.get(1).at() < life.begin()) {
			samples.removeFirst();
		}
		if (!samples.isEmpty()) {
			// The last counters that the app sent are those of its end.
			Sample last = all.stream().filter((sample) -> sample.at() < life.end()).toList().getLast();
			samples.add(new Sample(life.end(), false, last.processes(), last.machine(), last.connections(),
					last.ledger(), last.counters(), last.gauges()));
		}
		return samples;
	}

	Sample before() {
		return this.all.getFirst();
	}

	Sample begin() {
		return this.window.getFirst();
	}

	/** The sample between the halves of the window. */
	Sample middle() {
		return this.window.get(this.window.size() / 2);
	}

	Sample end() {
		return this.window.getLast();
	}

	Sample after() {
		return this.all.getLast();
	}

	/** The part of the window before the first fault, empty if there is none. */
	ProbeSpan beforeFault() {
		return new ProbeSpan(begin(), this.windowBeforeFault.isEmpty() ? begin() : this.windowBeforeFault.getLast());
	}

	/** The whole run, ramp and drain included. */
	ProbeSpan wholeRun() {
		return new ProbeSpan(before(), after());
	}

}
