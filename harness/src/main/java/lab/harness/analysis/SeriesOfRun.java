package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import lab.harness.model.Series;
import lab.harness.model.Series.Event;
import lab.harness.model.Series.Shade;
import lab.harness.model.Series.Track;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of a run show. All times are seconds since the first request was sent,
 * or since the program began.
 */
final class SeriesOfRun {

	/**
	 * The system counts processor time in steps of 10 ms, so that a shorter time shows
	 * noise.
	 */
	private static final long LEAST_MILLIS = 500;

	private static final double MIB = 1024 * 1024;

	private final Map<String, Track> tracks = new LinkedHashMap<>();

	private SeriesOfRun() {
	}

	/**
	 * Of a run of a service.
	 * @param binMillis width of the bins of latencies
	 */
	static Series of(Measured run, long binMillis) {
		SeriesOfRun series = new SeriesOfRun();
		SecondCounts successes = run.load().successes();
		series.load(run.load());
		List<Probed.Reading> readings = run.probe().all();
		if (run.stressed()) {
			series.rates("latency", run.load().meanMillis(), successes.stepSeconds());
			series.rates("inFlight", run.load().inFlight(), successes.stepSeconds());
			series.readings("serving", readings, successes.start(), (reading) -> (double) reading.inFlight());
			if (readings.stream().anyMatch((reading) -> reading.breaker() >= 0)) {
				series.readings("breaker", readings, successes.start(),
						(reading) -> (reading.breaker() >= 0) ? (Double) (double) reading.breaker() : null);
			}
		}
		series.usage(readings, successes.start(), true);
		List<Shade> shades = run.faults()
			.stream()
			.map((fault) -> new Shade(fault.fault().kind().toString(), successes.secondsAt(fault.beganAt()),
					seconds(successes, fault.endedAt())))
			.toList();
		KnownDelay known = run.workload().hasCeiling() ? KnownDelay.of(run.latency()) : null;
		return new Series(successes.secondsAt(run.load().window().begin()),
				successes.secondsAt(run.load().window().end()), series.tracks,
				LatencyCharts.of(run.load().latency(), known, binMillis), shades, List.of());
	}

	private static @Nullable Double seconds(SecondCounts successes, @Nullable Long moment) {
		return (moment != null) ? (Double) successes.secondsAt(moment) : null;
	}

	/** The charts that samples alone allow. */
	static Series of(LoadTotals load, long binMillis) {
		SeriesOfRun series = new SeriesOfRun();
		series.load(load);
		return new Series(load.successes().secondsAt(load.window().begin()),
				load.successes().secondsAt(load.window().end()), series.tracks,
				LatencyCharts.of(load.latency(), null, binMillis), List.of(), List.of());
	}

	/**
	 * Of a program.
	 * @param readings what the probe saw of it
	 * @param start milliseconds since 1970 at which it began
	 */
	static Series ofProgram(List<Probed.Reading> readings, long start, List<Event> events) {
		SeriesOfRun series = new SeriesOfRun();
		series.usage(readings, start, false);
		double end = readings.isEmpty() ? 0 : (readings.getLast().at() - start) / 1000.0;
		return new Series(0, end, series.tracks, null, List.of(), events);
	}

	private void load(LoadTotals load) {
		int step = load.successes().stepSeconds();
		rates("throughput", new ArrayList<>(load.successes().rates()), step);
		load.errorRates().forEach((cause, rates) -> rates("errors: " + cause, new ArrayList<>(rates), step));
	}

	private void rates(String name, List<@Nullable Double> values, int stepSeconds) {
		List<Double> at = new ArrayList<>();
		for (int step = 0; step < values.size(); step++) {
			at.add((double) step * stepSeconds);
		}
		this.tracks.put(name, new Track(at, values));
	}

	private void readings(String name, List<Probed.Reading> readings, long start,
			Function<Probed.Reading, @Nullable Double> what) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		int every = Math.max(1, Math.ceilDiv(readings.size(), SecondCounts.MOST));
		for (int i = 0; i < readings.size(); i += every) {
			at.add((readings.get(i).at() - start) / 1000.0);
			values.add(what.apply(readings.get(i)));
		}
		this.tracks.put(name, new Track(at, values));
	}

	/**
	 * What the processes used, about once a second. The first sample is only what the
	 * second is set against.
	 */
	private void usage(List<Probed.Reading> readings, long start, boolean service) {
		List<Probed.Reading> points = new ArrayList<>();
		int every = Math.max(1, Math.ceilDiv(readings.size(), SecondCounts.MOST));
		for (int i = 0; i < readings.size(); i += every) {
			if (points.isEmpty() || readings.get(i).at() - points.getLast().at() >= LEAST_MILLIS) {
				points.add(readings.get(i));
			}
		}
		if (points.size() < 2) {
			return;
		}
		List<Probed.Reading> later = points.subList(1, points.size());
		readings("threads", later, start, (reading) -> (double) reading.app().threads());
		readings("rss", later, start, (reading) -> reading.app().rssBytes() / MIB);
		cpu("appCpu", points, start, (reading) -> reading.app().cpuMillis());
		if (service) {
			readings("heap", later, start, (reading) -> reading.heapBytes() / MIB);
			cpu("backendCpu", points, start, Probed.Reading::backendCpu);
			cpu("generatorCpu", points, start,
					(reading) -> (reading.generatorCpu() >= 0) ? (Long) reading.generatorCpu() : null);
		}
	}

	/** Processor time since the point before, in cores. */
	private void cpu(String name, List<Probed.Reading> points, long start,
			Function<Probed.Reading, @Nullable Long> millis) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (int i = 1; i < points.size(); i++) {
			Probed.Reading before = points.get(i - 1);
			Probed.Reading point = points.get(i);
			Long from = millis.apply(before);
			Long to = millis.apply(point);
			at.add((point.at() - start) / 1000.0);
			values.add(
					(from != null && to != null) ? (Double) ((double) (to - from) / (point.at() - before.at())) : null);
		}
		this.tracks.put(name, new Track(at, values));
	}

}
