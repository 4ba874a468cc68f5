package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import lab.harness.model.DataFile;
import lab.harness.model.RunFailedException;
import lab.harness.model.Sample;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * What the probe saw of a run. Only the samples at the edges of what is measured are kept
 * whole; of all others what figures and charts need, so that a file of hours fits into
 * memory.
 *
 * @param before the first sample, before the load began, with nothing in flight
 * @param middle what parts the window in halves
 * @param sound the last sample of the window before anything went wrong; the end of the
 * window where nothing did, null where something did from the start
 * @param after the sample after the drain, or the last of an app that ended
 * @param window the fresh samples of the window
 */
record Probed(Sample before, Sample begin, Sample middle, @Nullable Sample sound, Sample end, Sample after,
		List<Reading> window, List<Reading> all) {

	/** Samples that a window needs: two edges and a middle. */
	static final int LEAST = 3;

	/**
	 * What is kept of every sample.
	 *
	 * @param fresh whether the services told their counters for it
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

		Sample.ProcessSample app() {
			return this.processes.app();
		}

	}

	/**
	 * Reads the probe's file twice: first for the readings, then for the edges.
	 * @param life from the first request to the end of an app that ended by itself, or
	 * null
	 * @param faultAt milliseconds since 1970 at which the first fault began, or the
	 * greatest value
	 * @throws RunFailedException if the probe saw too little of the run
	 * @throws lab.harness.model.InvalidInputException if the file is missing or broken
	 */
	static Probed read(Path file, Window planned, @Nullable Window life, long faultAt) {
		List<Reading> all = new ArrayList<>();
		if (!readings(file, all)) {
			throw new RunFailedException(
					file.getFileName() + " is cut off in the middle of its last line, the sample after the load");
		}
		if (all.isEmpty()) {
			throw new RunFailedException(file.getFileName() + " is empty: it holds no sample of the probe");
		}
		List<Integer> places = new ArrayList<>(
				places(all, (reading) -> planned.begin() <= reading.at() && reading.at() <= planned.end()));
		Window whole = (places.size() < LEAST) ? life : null;
		if (whole != null) {
			places = life(all, whole);
		}
		if (places.size() < ((whole != null) ? 1 : LEAST)) {
			throw new RunFailedException("the run cannot be judged: in its window of "
					+ Math.max(0, Math.round(planned.seconds())) + " s the services told their counters "
					+ places.size() + " times, and " + LEAST + " are needed; the machine was probably overloaded");
		}
		List<Reading> window = new ArrayList<>(places.stream().map(all::get).toList());
		int last = places.getLast();
		if (whole != null) {
			// The counters that were heard last are those of its end.
			last = (int) all.stream().filter((reading) -> reading.at() < whole.end()).count() - 1;
			Reading heard = all.get(last);
			window.add(new Reading(whole.end(), false, heard.processes(), heard.connections(), heard.inFlight(),
					heard.heapBytes(), heard.gcPauseMillis(), heard.breaker()));
			places.add(last);
		}
		int sound = (int) window.stream().filter((reading) -> reading.at() <= faultAt).count();
		Map<Integer, Sample> edges = samples(file, List.of(0, places.getFirst(), places.get(places.size() / 2),
				places.get(Math.max(0, sound - 1)), last, all.size() - 1));
		Sample end = Objects.requireNonNull(edges.get(last));
		if (whole != null) {
			end = new Sample(whole.end(), false, end.processes(), end.machine(), end.connections(), end.ledger(),
					end.counters());
		}
		return new Probed(edge(edges, 0), edge(edges, places.getFirst()),
				(places.size() / 2 < places.size() - 1) ? edge(edges, places.get(places.size() / 2)) : end,
				(sound == 0) ? null : (sound == places.size()) ? end : edge(edges, places.get(sound - 1)), end,
				edge(edges, all.size() - 1), List.copyOf(window), List.copyOf(all));
	}

	/**
	 * Adds all samples of a file, as far as they are kept.
	 * @return false where the last one is cut off
	 */
	static boolean readings(Path file, List<Reading> all) {
		return DataFile.readLines(file, Sample.class, (Sample sample) -> all.add(Reading.of(sample)));
	}

	/** The samples at these places of the file. */
	static Map<Integer, Sample> samples(Path file, List<Integer> places) {
		Map<Integer, Sample> samples = new HashMap<>();
		int[] place = new int[1];
		DataFile.readLines(file, Sample.class, (Sample sample) -> {
			if (places.contains(place[0])) {
				samples.put(place[0], sample);
			}
			place[0]++;
		});
		return samples;
	}

	private static Sample edge(Map<Integer, Sample> edges, int place) {
		return Objects.requireNonNull(edges.get(place));
	}

	private static List<Integer> places(List<Reading> all, Predicate<Reading> in) {
		return IntStream.range(0, all.size())
			.filter((place) -> all.get(place).fresh() && in.test(all.get(place)))
			.boxed()
			.toList();
	}

	/**
	 * An app that ends before the window has begun, or soon after, is judged by all of
	 * its life under load: from the last sample before the first request to its end.
	 */
	private static List<Integer> life(List<Reading> all, Window life) {
		List<Integer> places = new ArrayList<>(places(all, (reading) -> reading.at() < life.end()));
		while (places.size() > 1 && all.get(places.get(1)).at() < life.begin()) {
			places.removeFirst();
		}
		return places;
	}

	/** The window. */
	Stretch stretch() {
		return new Stretch(this.begin, this.end);
	}

	/** The part of the window before anything went wrong, empty where there is none. */
	Stretch soundStretch() {
		return new Stretch(this.begin, (this.sound != null) ? this.sound : this.begin);
	}

	Stretch firstHalf() {
		return new Stretch(this.begin, this.middle);
	}

	Stretch secondHalf() {
		return new Stretch(this.middle, this.end);
	}

	/** The whole run, ramp and drain included. */
	Stretch run() {
		return new Stretch(this.before, this.after);
	}

	/** The readings of the window before anything went wrong. */
	List<Reading> soundWindow() {
		Sample last = this.sound;
		return (last == null) ? List.of()
				: this.window.stream().filter((reading) -> reading.at() <= last.at()).toList();
	}

}
