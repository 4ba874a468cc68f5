package lab.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

import lab.harness.model.ErrorKind;
import lab.harness.model.Sample;
import lab.harness.model.Series;
import lab.harness.model.Series.Event;
import lab.harness.model.Series.Quantity;
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

	private final Map<Quantity, Track> tracks = new EnumMap<>(Quantity.class);

	private final Map<ErrorKind, Track> errors = new TreeMap<>();

	/** The first request, or the start of the program, in milliseconds since 1970. */
	private final long start;

	private SeriesOfRun(long start) {
		this.start = start;
	}

	/**
	 * Of a run of a service.
	 * @param binMillis width of the bins of latencies
	 */
	static Series of(Measured run, long binMillis) {
		KnownDelay known = run.workload().hasCeiling() ? KnownDelay.of(run.latency()) : null;
		SeriesOfRun series = new SeriesOfRun(run.load().successes().start());
		List<Probed.Reading> readings = run.probe().all();
		if (run.hasOpenLoadOrFaults()) {
			int step = run.load().successes().stepSeconds();
			series.rates(Quantity.LATENCY, run.load().meanMillis(), step);
			series.readings(Quantity.SERVING, readings, (reading) -> (double) reading.inFlight());
			if (readings.stream().anyMatch((reading) -> reading.breaker() != null)) {
				series.readings(Quantity.BREAKER, readings, Probed.Reading::breaker);
			}
		}
		series.usage(readings, true);
		return series.of(run.load(), known, binMillis);
	}

	/** The charts that samples alone allow. */
	static Series of(LoadTotals load, long binMillis) {
		return new SeriesOfRun(load.successes().start()).of(load, null, binMillis);
	}

	/**
	 * Of a program.
	 * @param start milliseconds since 1970 at which it began
	 */
	static Series ofProgram(List<Probed.Reading> readings, long start, List<Event> events) {
		SeriesOfRun series = new SeriesOfRun(start);
		series.usage(readings, false);
		double end = readings.isEmpty() ? 0 : series.seconds(readings.getLast().at());
		return new Series(0, end, series.tracks, series.errors, null, events);
	}

	private Series of(LoadTotals load, @Nullable KnownDelay known, long binMillis) {
		int step = load.successes().stepSeconds();
		rates(Quantity.THROUGHPUT, new ArrayList<>(load.successes().rates()), step);
		rates(Quantity.IN_FLIGHT, load.inFlight(), step);
		load.errorRates().forEach((kind, rates) -> this.errors.put(kind, track(new ArrayList<>(rates), step)));
		return new Series(seconds(load.window().begin()), seconds(load.window().end()), this.tracks, this.errors,
				LatencyCharts.of(load.latency(), known, binMillis), List.of());
	}

	private double seconds(long moment) {
		return (moment - this.start) / 1000.0;
	}

	private void rates(Quantity quantity, List<@Nullable Double> values, int stepSeconds) {
		this.tracks.put(quantity, track(values, stepSeconds));
	}

	private static Track track(List<@Nullable Double> values, int stepSeconds) {
		List<Double> at = new ArrayList<>();
		for (int step = 0; step < values.size(); step++) {
			at.add((double) step * stepSeconds);
		}
		return new Track(at, values);
	}

	private void readings(Quantity quantity, List<Probed.Reading> readings,
			Function<Probed.Reading, @Nullable Double> what) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (Probed.Reading reading : thinned(readings)) {
			at.add(seconds(reading.at()));
			values.add(what.apply(reading));
		}
		this.tracks.put(quantity, new Track(at, values));
	}

	/** As many as a chart can show. */
	private static List<Probed.Reading> thinned(List<Probed.Reading> readings) {
		int every = Math.max(1, Math.ceilDiv(readings.size(), SecondCounts.MOST));
		return IntStream.range(0, readings.size()).filter((i) -> i % every == 0).mapToObj(readings::get).toList();
	}

	/**
	 * What the processes used, about once a second. The first sample is only what the
	 * second is set against.
	 */
	private void usage(List<Probed.Reading> readings, boolean service) {
		List<Probed.Reading> points = new ArrayList<>();
		for (Probed.Reading reading : thinned(readings)) {
			if (points.isEmpty() || reading.at() - points.getLast().at() >= LEAST_MILLIS) {
				points.add(reading);
			}
		}
		if (points.size() < 2) {
			return;
		}
		List<Probed.Reading> later = points.subList(1, points.size());
		readings(Quantity.THREADS, later, (reading) -> (double) reading.app().threads());
		readings(Quantity.RSS, later, (reading) -> reading.app().rssBytes() / MIB);
		cpu(Quantity.APP_CPU, points, Sample.Processes::app);
		if (service) {
			readings(Quantity.HEAP, later, (reading) -> reading.heapBytes() / MIB);
			growth(Quantity.PAUSES, points, (from, to) -> 1000.0 * (to.gcPauseMillis() - from.gcPauseMillis()));
			cpu(Quantity.BACKEND_CPU, points, Sample.Processes::backend);
			cpu(Quantity.GENERATOR_CPU, points, Sample.Processes::generator);
		}
	}

	/** Processor time since the point before, in cores. */
	private void cpu(Quantity quantity, List<Probed.Reading> points,
			Function<Sample.Processes, Sample.@Nullable ProcessSample> process) {
		growth(quantity, points, (before, point) -> {
			Sample.ProcessSample from = process.apply(before.processes());
			Sample.ProcessSample to = process.apply(point.processes());
			return (from != null && to != null) ? (Double) (double) (to.cpuMillis() - from.cpuMillis()) : null;
		});
	}

	/** What has grown since the point before, over the milliseconds in between. */
	private void growth(Quantity quantity, List<Probed.Reading> points,
			BiFunction<Probed.Reading, Probed.Reading, @Nullable Double> grown) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (int i = 1; i < points.size(); i++) {
			Probed.Reading before = points.get(i - 1);
			Probed.Reading point = points.get(i);
			Double growth = grown.apply(before, point);
			at.add(seconds(point.at()));
			values.add((growth != null) ? (Double) (growth / (point.at() - before.at())) : null);
		}
		this.tracks.put(quantity, new Track(at, values));
	}

}
