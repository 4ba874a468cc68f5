package lab.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Series;
import lab.harness.model.result.Series.Event;
import lab.harness.model.result.Series.Quantity;
import lab.harness.model.result.Series.Track;
import lab.wire.AppLedger;
import org.jspecify.annotations.Nullable;

/**
 * Builds the data of the charts of a run.
 */
final class SeriesBuilder {

	/** The system counts CPU time in steps of 10 ms, so a shorter time shows noise. */
	private static final long LEAST_MILLIS = 500;

	private final Map<Quantity, Track> tracks = new EnumMap<>(Quantity.class);

	private final Map<ErrorKind, Track> errors = new TreeMap<>();

	private final long start;

	/** Evenly spread samples, as many as a chart can show. */
	private final List<Sample> samples;

	private SeriesBuilder(long start, List<Sample> samples) {
		int every = Math.max(1, Math.ceilDiv(samples.size(), CountsOverTime.MOST_STEPS));
		this.start = start;
		this.samples = IntStream.range(0, samples.size()).filter((i) -> i % every == 0).mapToObj(samples::get).toList();
	}

	static Series of(ServiceRun run, long binMillis) {
		SeriesBuilder series = new SeriesBuilder(run.load().successes().start(), run.probe().all());
		if (run.hasOpenLoadOrFaults()) {
			series.tracks.put(Quantity.LATENCY, steps(run.load().meanMillis(), run.load()));
			if (run.hasLedger()) {
				series.values(Quantity.SERVING, series.samples,
						(sample) -> (double) sample.ledger().requests().inFlight());
			}
			if (series.samples.stream().anyMatch((sample) -> sample.ledger().guard() != null)) {
				series.values(Quantity.BREAKER, series.samples, SeriesBuilder::breaker);
			}
		}
		List<Sample> points = series.points();
		if (points.size() >= 2) {
			if (run.isVisible()) {
				series.app(points, run.hasJvmCounters());
			}
			if (points.getFirst().processes().backend() != null) {
				series.cpu(Quantity.BACKEND_CPU, points, Sample.Processes::backend);
			}
			series.cpu(Quantity.GENERATOR_CPU, points, Sample.Processes::generator);
		}
		return series.of(run.load(), run.target().hasCeiling() ? run.latency() : null, binMillis);
	}

	static Series of(LoadTotals load, long binMillis) {
		return new SeriesBuilder(load.successes().start(), List.of()).of(load, null, binMillis);
	}

	/**
	 * The series of a run of a program.
	 * @param start milliseconds since 1970 at which it began
	 */
	static Series ofProgram(List<Sample> samples, long start, List<Event> events) {
		SeriesBuilder series = new SeriesBuilder(start, samples);
		List<Sample> points = series.points();
		if (points.size() >= 2) {
			series.app(points, false);
		}
		double end = samples.isEmpty() ? 0 : series.seconds(samples.getLast().at());
		return new Series(0, end, series.tracks, series.errors, null, events);
	}

	private Series of(LoadTotals load, @Nullable DelayDistribution delays, long binMillis) {
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

	private static @Nullable Double breaker(Sample sample) {
		AppLedger.Guard guard = sample.ledger().guard();
		return (guard == null) ? null : switch (guard.breaker()) {
			case "closed" -> 0.0;
			case "half-open" -> 1.0;
			default -> 2.0;
		};
	}

	private void values(Quantity quantity, List<Sample> samples, Function<Sample, @Nullable Double> value) {
		List<@Nullable Double> values = new ArrayList<>();
		samples.forEach((sample) -> values.add(value.apply(sample)));
		this.tracks.put(quantity, new Track(samples.stream().map((sample) -> seconds(sample.at())).toList(), values));
	}

	/** Samples about once a second. The first only serves as the base of the second. */
	private List<Sample> points() {
		List<Sample> points = new ArrayList<>();
		for (Sample sample : this.samples) {
			if (points.isEmpty() || sample.at() - points.getLast().at() >= LEAST_MILLIS) {
				points.add(sample);
			}
		}
		return points;
	}

	/** Adds the use of processors and memory by what is tested. */
	private void app(List<Sample> points, boolean jvm) {
		List<Sample> later = points.subList(1, points.size());
		values(Quantity.THREADS, later, (sample) -> (double) sample.app().threads());
		values(Quantity.RSS, later, (sample) -> sample.app().rssBytes() / Figures.MIB);
		cpu(Quantity.APP_CPU, points, Sample.Processes::app);
		if (jvm) {
			values(Quantity.HEAP, later, (sample) -> sample.ledger().jvm().heapUsedBytes() / Figures.MIB);
			growth(Quantity.PAUSES, points,
					(from, to) -> 1000.0 * (to.ledger().jvm().gcPauseMillis() - from.ledger().jvm().gcPauseMillis()));
		}
	}

	private void cpu(Quantity quantity, List<Sample> points,
			Function<Sample.Processes, Sample.@Nullable ProcessSample> process) {
		growth(quantity, points, (before, point) -> {
			Sample.ProcessSample from = process.apply(before.processes());
			Sample.ProcessSample to = process.apply(point.processes());
			return (from != null && to != null) ? (Double) (double) (to.cpuMillis() - from.cpuMillis()) : null;
		});
	}

	private void growth(Quantity quantity, List<Sample> points, BiFunction<Sample, Sample, @Nullable Double> grown) {
		List<Double> at = new ArrayList<>();
		List<@Nullable Double> values = new ArrayList<>();
		for (int i = 1; i < points.size(); i++) {
			Sample before = points.get(i - 1);
			Sample point = points.get(i);
			Double growth = grown.apply(before, point);
			at.add(seconds(point.at()));
			values.add((growth != null) ? (Double) (growth / (point.at() - before.at())) : null);
		}
		this.tracks.put(quantity, new Track(at, values));
	}

}
