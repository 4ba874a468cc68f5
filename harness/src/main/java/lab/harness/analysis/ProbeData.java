package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

import lab.harness.model.DataFile;
import lab.harness.model.RunFailedException;
import lab.harness.model.Sample;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the probe in one run. Only those at the edges of what is measured are
 * kept whole, and readings of all, so that a file of hours fits into memory.
 *
 * @param before the first sample, before the load began, with nothing in flight
 * @param begin the first sample of the window
 * @param middle the sample between the halves of the window
 * @param lastBeforeFault the last sample of the window before a fault began; the end of
 * the window without a fault, null if a fault was active before the window
 * @param end the last sample of the window
 * @param after the sample after the drain, or the last one of an app that ended
 * @param window the fresh samples of the window
 */
record ProbeData(Sample before, Sample begin, Sample middle, @Nullable Sample lastBeforeFault, Sample end, Sample after,
		List<Reading> window, List<Reading> all) {

	/** Samples that a window needs: two edges and a middle. */
	static final int LEAST_SAMPLES = 3;

	/**
	 * The part of a sample that figures and charts need.
	 *
	 * @param fresh whether the services sent their counters for it
	 * @param connections established connections on the app's port
	 * @param inFlight requests that the app was serving
	 * @param gcPauseMillis milliseconds in pauses of the app's collector since it started
	 * @param breaker 0 closed, 1 half-open, 2 open; null if the app does not show it
	 */
	record Reading(long at, boolean fresh, Sample.Processes processes, int connections, long inFlight, long heapBytes,
			long gcPauseMillis, @Nullable Double breaker) {

		static Reading of(Sample sample) {
			AppLedger ledger = sample.ledger();
			Double breaker = (ledger.guard() == null) ? null : switch (ledger.guard().breaker()) {
				case "closed" -> 0.0;
				case "half-open" -> 1.0;
				default -> 2.0;
			};
			return new Reading(sample.at(), sample.fresh(), sample.processes(), sample.connections(),
					ledger.requests().inFlight(), ledger.jvm().heapUsedBytes(), ledger.jvm().gcPauseMillis(), breaker);
		}

		Reading staleAt(long moment) {
			return new Reading(moment, false, this.processes, this.connections, this.inFlight, this.heapBytes,
					this.gcPauseMillis, this.breaker);
		}

		Sample.ProcessSample app() {
			return this.processes.app();
		}

	}

	/**
	 * Reads the probe's file twice: first for the readings, then for the edges.
	 * @param life from the first request to the end of an app that ended by itself, or
	 * null
	 * @param faultAt milliseconds since 1970 at which the first fault began, or
	 * {@code Long.MAX_VALUE}
	 * @throws RunFailedException if the probe has too few samples of the run
	 * @throws lab.harness.model.InvalidInputException if the file is missing or broken
	 */
	static ProbeData read(Path file, Window planned, @Nullable Window life, long faultAt) {
		List<Reading> all = new ArrayList<>();
		if (!readInto(all, file)) {
			throw new RunFailedException(
					file.getFileName() + " is cut off in the middle of its last line, the sample after the load");
		}
		if (all.isEmpty()) {
			throw new RunFailedException(file.getFileName() + " is empty: it holds no sample of the probe");
		}
		List<Integer> places = freshPlaces(all, (at) -> planned.begin() <= at && at <= planned.end());
		Window wholeLife = (places.size() < LEAST_SAMPLES) ? life : null;
		if (wholeLife != null) {
			places = placesOfLife(all, wholeLife);
		}
		if (places.size() < ((wholeLife != null) ? 1 : LEAST_SAMPLES)) {
			throw new RunFailedException(
					"the run cannot be judged: in its window of " + Math.max(0, Math.round(planned.seconds()))
							+ " s the services told their counters " + places.size() + " times, and " + LEAST_SAMPLES
							+ " are needed; the machine was probably overloaded");
		}
		List<Reading> window = new ArrayList<>(places.stream().map(all::get).toList());
		if (wholeLife != null) {
			// The last counters that the app sent are those of its end.
			int last = (int) all.stream().filter((reading) -> reading.at() < wholeLife.end()).count() - 1;
			places.add(last);
			window.add(all.get(last).staleAt(wholeLife.end()));
		}
		int beforeFault = (int) window.stream().filter((reading) -> reading.at() <= faultAt).count();
		int middle = places.size() / 2;
		int lastBeforeFault = Math.max(0, beforeFault - 1);
		List<Sample> edges = samples(file, List.of(0, places.getFirst(), places.get(middle),
				places.get(lastBeforeFault), places.getLast(), all.size() - 1));
		Sample end = (wholeLife != null) ? staleAt(edges.get(4), wholeLife.end()) : edges.get(4);
		return new ProbeData(edges.get(0), edges.get(1), (middle < places.size() - 1) ? edges.get(2) : end,
				(beforeFault == 0) ? null : (beforeFault == places.size()) ? end : edges.get(3), end, edges.get(5),
				List.copyOf(window), List.copyOf(all));
	}

	/**
	 * Adds the readings of all samples of a file.
	 * @return false if the last sample is cut off
	 */
	static boolean readInto(List<Reading> all, Path file) {
		return DataFile.readLines(file, Sample.class, (Sample sample) -> all.add(Reading.of(sample)));
	}

	/** The samples at these places of the file, in the order of the places. */
	static List<Sample> samples(Path file, List<Integer> places) {
		Map<Integer, Sample> samples = new HashMap<>();
		int[] place = new int[1];
		DataFile.readLines(file, Sample.class, (Sample sample) -> {
			if (places.contains(place[0])) {
				samples.put(place[0], sample);
			}
			place[0]++;
		});
		return places.stream().map((at) -> Objects.requireNonNull(samples.get(at))).toList();
	}

	private static Sample staleAt(Sample sample, long moment) {
		return new Sample(moment, false, sample.processes(), sample.machine(), sample.connections(), sample.ledger(),
				sample.counters());
	}

	private static List<Integer> freshPlaces(List<Reading> all, LongPredicate at) {
		return new ArrayList<>(IntStream.range(0, all.size())
			.filter((place) -> all.get(place).fresh() && at.test(all.get(place).at()))
			.boxed()
			.toList());
	}

	/**
	 * The samples of an app that ends before or soon after the window begins: it is
	 * judged from the last sample before the first request to its end.
	 */
	private static List<Integer> placesOfLife(List<Reading> all, Window life) {
		List<Integer> places = freshPlaces(all, (at) -> at < life.end());
		while (places.size() > 1 && all.get(places.get(1)).at() < life.begin()) {
			places.removeFirst();
		}
		return places;
	}

	ProbeSpan wholeWindow() {
		return new ProbeSpan(this.begin, this.end);
	}

	/** The part of the window before the first fault, empty if there is none. */
	ProbeSpan beforeFault() {
		return new ProbeSpan(this.begin, (this.lastBeforeFault != null) ? this.lastBeforeFault : this.begin);
	}

	ProbeSpan firstHalf() {
		return new ProbeSpan(this.begin, this.middle);
	}

	ProbeSpan secondHalf() {
		return new ProbeSpan(this.middle, this.end);
	}

	/** The whole run, ramp and drain included. */
	ProbeSpan wholeRun() {
		return new ProbeSpan(this.before, this.after);
	}

	/** The readings of the window before the first fault. */
	List<Reading> windowBeforeFault() {
		Sample last = this.lastBeforeFault;
		return (last == null) ? List.of()
				: this.window.stream().filter((reading) -> reading.at() <= last.at()).toList();
	}

}
