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
 * Builds the data of the charts of a run.
 */
final class SeriesBuilder {

	/** The system counts CPU time in steps of 10 ms, so a shorter time shows noise. */
	private static final long LEAST_MILLIS = 500;

	private static final double MIB = 1024 * 1024;

	private final Map<Quantity, Track> tracks = new EnumMap<>(Quantity.class);

	private final Map<ErrorKind, Track> errors = new TreeMap<>();

	/** Milliseconds since 1970 that are second 0. */
	private final long start;

	private SeriesBuilder(long start) {
		this.start = start;
	}

	/**
	 * The series of a run of a service.
	 * @param binMillis width of the bins of latencies
	 */
	static Series of(ServiceRun run, long binMillis) {
		SeriesBuilder series = new SeriesBuilder(run.load().successes().start());
		List<ProbeData.Reading> readings = run.probe().all();
		if (run.hasOpenLoadOrFaults()) {
			series.tracks.put(Quantity.LATENCY, steps(run.load().meanMillis(), run.load()));
			series.values(Quantity.SERVING, readings, (reading) -> (double) reading.inFlight());
			if (readings.stream().anyMatch((reading) -> reading.breaker() != null)) {
				series.values(Quantity.BREAKER, readings, ProbeData.Reading::breaker);
			}
		}
		series.usage(readings, true);
		return series.of(run.load(), run.target().hasCeiling() ? TheoreticalDelays.of(run.latency()) : null, binMillis);
	}

	/** The series that samples alone allow. */
	static Series of(LoadTotals load, long binMillis) {
		return new SeriesBuilder(load.successes().start()).of(load, null, binMillis);
	}

	/**
	 * The series of a run of a program.
	 * @param start milliseconds since 1970 at which it began
	 */
	static Series ofProgram(List<ProbeData.Reading> readings, long start, List<Event> events) {
		SeriesBuilder series = new SeriesBuilder(start);
		series.usage(readings, false);
		double end = readings.isEmpty() ? 0 : series.seconds(readings.getLast().at());
		return new Series(0, end, series.tracks, series.errors, null, events);
	}

	private Series of(LoadTotals load, @Nullable TheoreticalDelays delays, long binMillis) {
		this.tracks.put(Quantity.THROUGHPUT, steps(load.successes().rates(), load));
		this.tracks.put(Quantity.IN_FLIGHT, steps(load.inFlight(), load));
		load.errorRates().forEach((kind, rates) -> this.errors.put(kind, steps(rates, load)));
		return new Series(seconds(load.window().begin()), seconds(load.window().end()), this.tracks, this.errors,
				LatencyCharts.of(load.latency(), delays, binMillis), List.of());
	}

	private double seconds(long moment) {
		return (moment - this.start) / 1000.0;
	}

	private static Track steps(List<? extends @Nullable Double> values, LoadTotals load) {
		int stepSeconds = load.successes().stepSeconds();
		return new Track(IntStream.range(0, values.size()).mapToObj((step) -> (double) step * stepSeconds).toList(),
				new ArrayList<>(values));
	}

	private void values(Quantity quantity, List<ProbeData.Reading> readings,
			Function<ProbeData.Reading, @Nullable Double> value) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (ProbeData.Reading reading : thinned(readings)) {
			at.add(seconds(reading.at()));
			values.add(value.apply(reading));
		}
		this.tracks.put(quantity, new Track(at, values));
	}

	private static List<ProbeData.Reading> thinned(List<ProbeData.Reading> readings) {
		int every = Math.max(1, Math.ceilDiv(readings.size(), CountsOverTime.MOST_STEPS));
		return IntStream.range(0, readings.size()).filter((i) -> i % every == 0).mapToObj(readings::get).toList();
	}

	/**
	 * Adds the use of processors and memory, about once a second. The first sample only
	 * serves as the base of the second.
	 */
	private void usage(List<ProbeData.Reading> readings, boolean service) {
		List<ProbeData.Reading> points = new ArrayList<>();
		for (ProbeData.Reading reading : thinned(readings)) {
			if (points.isEmpty() || reading.at() - points.getLast().at() >= LEAST_MILLIS) {
				points.add(reading);
			}
		}
		if (points.size() < 2) {
			return;
		}
		List<ProbeData.Reading> later = points.subList(1, points.size());
		values(Quantity.THREADS, later, (reading) -> (double) reading.app().threads());
		values(Quantity.RSS, later, (reading) -> reading.app().rssBytes() / MIB);
		cpu(Quantity.APP_CPU, points, Sample.Processes::app);
		if (service) {
			values(Quantity.HEAP, later, (reading) -> reading.heapBytes() / MIB);
			growth(Quantity.PAUSES, points, (from, to) -> 1000.0 * (to.gcPauseMillis() - from.gcPauseMillis()));
			cpu(Quantity.BACKEND_CPU, points, Sample.Processes::backend);
			cpu(Quantity.GENERATOR_CPU, points, Sample.Processes::generator);
		}
	}

	private void cpu(Quantity quantity, List<ProbeData.Reading> points,
			Function<Sample.Processes, Sample.@Nullable ProcessSample> process) {
		growth(quantity, points, (before, point) -> {
			Sample.ProcessSample from = process.apply(before.processes());
			Sample.ProcessSample to = process.apply(point.processes());
			return (from != null && to != null) ? (Double) (double) (to.cpuMillis() - from.cpuMillis()) : null;
		});
	}

	/** Adds growth since the point before, divided by the milliseconds in between. */
	private void growth(Quantity quantity, List<ProbeData.Reading> points,
			BiFunction<ProbeData.Reading, ProbeData.Reading, @Nullable Double> grown) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (int i = 1; i < points.size(); i++) {
			ProbeData.Reading before = points.get(i - 1);
			ProbeData.Reading point = points.get(i);
			Double growth = grown.apply(before, point);
			at.add(seconds(point.at()));
			values.add((growth != null) ? (Double) (growth / (point.at() - before.at())) : null);
		}
		this.tracks.put(quantity, new Track(at, values));
	}

}
