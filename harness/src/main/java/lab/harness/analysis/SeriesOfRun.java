package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

import lab.harness.model.Sample;
import lab.harness.model.Series;
import lab.harness.model.Series.Event;
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
			series.rates("latency", run.load().meanMillis(), step);
			series.readings("serving", readings, (reading) -> (double) reading.inFlight());
			if (readings.stream().anyMatch((reading) -> reading.breaker() != null)) {
				series.readings("breaker", readings, Probed.Reading::breaker);
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
		return new Series(0, end, series.tracks, null, events);
	}

	private Series of(LoadTotals load, @Nullable KnownDelay known, long binMillis) {
		int step = load.successes().stepSeconds();
		rates("throughput", new ArrayList<>(load.successes().rates()), step);
		rates("inFlight", load.inFlight(), step);
		load.errorRates().forEach((cause, rates) -> rates("errors: " + cause, new ArrayList<>(rates), step));
		return new Series(seconds(load.window().begin()), seconds(load.window().end()), this.tracks,
				LatencyCharts.of(load.latency(), known, binMillis), List.of());
	}

	private double seconds(long moment) {
		return (moment - this.start) / 1000.0;
	}

	private void rates(String name, List<@Nullable Double> values, int stepSeconds) {
		List<Double> at = new ArrayList<>();
		for (int step = 0; step < values.size(); step++) {
			at.add((double) step * stepSeconds);
		}
		this.tracks.put(name, new Track(at, values));
	}

	private void readings(String name, List<Probed.Reading> readings, Function<Probed.Reading, @Nullable Double> what) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (Probed.Reading reading : thinned(readings)) {
			at.add(seconds(reading.at()));
			values.add(what.apply(reading));
		}
		this.tracks.put(name, new Track(at, values));
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
		readings("threads", later, (reading) -> (double) reading.app().threads());
		readings("rss", later, (reading) -> reading.app().rssBytes() / MIB);
		cpu("appCpu", points, Sample.Processes::app);
		if (service) {
			readings("heap", later, (reading) -> reading.heapBytes() / MIB);
			growth("pauses", points, (from, to) -> 1000.0 * (to.gcPauseMillis() - from.gcPauseMillis()));
			cpu("backendCpu", points, Sample.Processes::backend);
			cpu("generatorCpu", points, Sample.Processes::generator);
		}
	}

	/** Processor time since the point before, in cores. */
	private void cpu(String name, List<Probed.Reading> points,
			Function<Sample.Processes, Sample.@Nullable ProcessSample> process) {
		growth(name, points, (before, point) -> {
			Sample.ProcessSample from = process.apply(before.processes());
			Sample.ProcessSample to = process.apply(point.processes());
			return (from != null && to != null) ? (Double) (double) (to.cpuMillis() - from.cpuMillis()) : null;
		});
	}

	/** What has grown since the point before, over the milliseconds in between. */
	private void growth(String name, List<Probed.Reading> points,
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
		this.tracks.put(name, new Track(at, values));
	}

}
