package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.ProgramLine;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.model.result.Series.Event;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One run of a program: what it printed or JMH measured, and the samples of the probe.
 *
 * @param checks counts of the program against theory
 * @param samples samples of the probe; empty if the program was too short for one
 */
record ProgramRun(RunRecord record, Map<Metric, Double> figures, List<Check> checks, List<Event> events,
		List<Sample> samples) implements RunFacts {

	/** Seconds in JMH's units of time. */
	private static final Map<String, Double> SECONDS = Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0,
			"hr", 3600.0, "day", 86_400.0);

	static ProgramRun read(Evidence evidence, RunRecord record) {
		Path printed = evidence.program();
		Path jmh = evidence.jmh();
		if (!Files.exists(printed) && !Files.exists(jmh)) {
			throw new RunFailedException("neither " + printed.getFileName() + " nor " + jmh.getFileName()
					+ " is there: the program left no figures");
		}
		Map<Metric, List<Double>> values = Files.exists(jmh) ? readJmh(jmh) : new LinkedHashMap<>();
		List<Check> checks = new ArrayList<>();
		List<Event> events = new ArrayList<>();
		if (Files.exists(printed) && !DataFile.readLines(printed, ProgramLine.class,
				(ProgramLine line) -> add(line, values, checks, events))) {
			throw new RunFailedException(printed.getFileName() + " is cut off in the middle of its last line");
		}
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		values.forEach((metric, all) -> figures.put(metric, Statistics.mean(all)));
		List<Sample> samples = Files.exists(evidence.probe()) ? DataFile.readLines(evidence.probe(), Sample.class)
				: List.of();
		if (!samples.isEmpty()) {
			Figures.ofProgram(samples).forEach(figures::putIfAbsent);
		}
		return new ProgramRun(record, figures, checks, events, samples);
	}

	private static void add(ProgramLine line, Map<Metric, List<Double>> values, List<Check> checks,
			List<Event> events) {
		String event = line.event();
		String check = line.check();
		if (line.metric() != null) {
			Metric metric = metric(line.metric());
			if (metric == null || line.value() == null) {
				throw new RunFailedException((metric == null)
						? "the program printed a metric that is not in the catalogue: '"
								+ JtlColumns.printable(line.metric()) + "'"
						: "the program printed " + metric + " without a value");
			}
			values.computeIfAbsent(metric, (key) -> new ArrayList<>()).add(line.value());
		}
		else if (check != null) {
			checks.add(
					Check
						.equal(CheckKind.THEORY, Objects.requireNonNullElse(line.value(), Double.NaN),
								Objects.requireNonNullElse(line.expected(), Double.NaN))
						.of(JtlColumns.printable(check)));
		}
		else if (event != null) {
			events.add(new Event((line.at() != null) ? line.at() : events.size() + 1.0, JtlColumns.printable(event),
					line.attributes()));
		}
	}

	private static @Nullable Metric metric(String name) {
		return Stream.of(Metric.values()).filter((metric) -> metric.toString().equals(name)).findFirst().orElse(null);
	}

	/**
	 * Reads JMH's own format. A run is one benchmark, and each value a fork: iterations
	 * share its code and its memory, so they say nothing about the next JVM.
	 */
	private static Map<Metric, List<Double>> readJmh(Path file) {
		JsonNode benchmarks;
		try {
			benchmarks = DataFile.mapper().readTree(file);
		}
		catch (JacksonException ex) {
			throw new RunFailedException(file.getFileName() + " cannot be read: " + ex.getOriginalMessage(), ex);
		}
		if (benchmarks.size() != 1) {
			throw new RunFailedException(file.getFileName() + " holds " + benchmarks.size()
					+ " benchmarks, and a run is one: choose it by its method or parameters");
		}
		JsonNode benchmark = benchmarks.get(0);
		JsonNode primary = benchmark.path("primaryMetric");
		String unit = primary.path("scoreUnit").asString("");
		Metric metric = unit.startsWith("ops/") ? Metric.TASKS_PER_SECOND : Metric.SECONDS;
		String time = unit.replaceFirst("^ops/|/op$", "");
		Double seconds = SECONDS.get(time);
		if (seconds == null || time.equals(unit)) {
			throw new RunFailedException(file.getFileName() + " has the unit '" + unit + "', which is not known");
		}
		Map<Metric, List<Double>> values = new LinkedHashMap<>();
		values.put(metric, forks(primary, (metric == Metric.SECONDS) ? seconds : 1 / seconds));
		benchmark.path("secondaryMetrics").properties().forEach((secondary) -> {
			Metric also = metric(secondary.getKey());
			if (also != null) {
				values.put(also, forks(secondary.getValue(), 1));
			}
		});
		values.values().removeIf(List::isEmpty);
		if (values.isEmpty()) {
			throw new RunFailedException(file.getFileName() + " holds no figure");
		}
		return values;
	}

	/** The mean of each fork, or the score if there is none. */
	private static List<Double> forks(JsonNode metric, double factor) {
		List<Double> forks = new ArrayList<>();
		metric.path("rawData")
			.forEach((fork) -> forks.add(factor * fork.valueStream()
				.mapToDouble((value) -> value.asDouble(Double.NaN))
				.average()
				.orElse(Double.NaN)));
		if (forks.isEmpty()) {
			forks.add(factor * metric.path("score").asDouble(Double.NaN));
		}
		forks.removeIf((value) -> !Double.isFinite(value));
		return forks;
	}

}
