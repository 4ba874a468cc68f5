package lab.harness.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.DataFile;
import lab.harness.model.Evidence;
import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.ProgramLine;
import lab.harness.model.RunFailedException;
import lab.harness.model.RunRecord;
import lab.harness.model.Sample;
import lab.harness.model.Series.Event;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a program printed or JMH measured, and what the probe saw of its process.
 *
 * @param checks what it counted against what theory says
 * @param readings samples of the probe; empty where the program was too brief for one
 * @param whole from the first sample to the last, or null for fewer than two
 */
record ProgramFacts(RunRecord record, Map<Metric, Figure> figures, List<Check> checks, List<Event> events,
		List<Probed.Reading> readings, @Nullable Stretch whole) {

	/** Seconds in a unit of time of JMH. */
	private static final Map<String, Double> SECONDS = Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0,
			"hr", 3600.0, "day", 86_400.0);

	/**
	 * Reads the files of a run that has ended.
	 * @throws RunFailedException if it left nothing, or something that is not understood
	 * @throws lab.harness.model.InvalidInputException if a file is broken
	 */
	static ProgramFacts read(Evidence evidence, RunRecord record) {
		Map<Metric, List<Double>> values = new LinkedHashMap<>();
		List<Check> checks = new ArrayList<>();
		List<Event> events = new ArrayList<>();
		if (!Files.exists(evidence.program()) && !Files.exists(evidence.jmh())) {
			throw new RunFailedException("neither " + evidence.program().getFileName() + " nor "
					+ evidence.jmh().getFileName() + " is there: the program left no figures");
		}
		if (Files.exists(evidence.jmh())) {
			jmh(evidence.jmh(), values);
		}
		if (Files.exists(evidence.program()) && !DataFile.readLines(evidence.program(), ProgramLine.class,
				(ProgramLine line) -> add(line, values, checks, events))) {
			throw new RunFailedException(
					evidence.program().getFileName() + " is cut off in the middle of its last line");
		}
		Map<Metric, Figure> figures = new EnumMap<>(Metric.class);
		values.forEach((metric, all) -> figures.put(metric, Statistics.figure(metric, all)));
		List<Probed.Reading> readings = new ArrayList<>();
		if (Files.exists(evidence.probe())) {
			Probed.readings(evidence.probe(), readings);
		}
		if (!readings.isEmpty()) {
			Figures.ofProgram(readings).forEach(figures::putIfAbsent);
		}
		return new ProgramFacts(record, figures, checks, events, readings, whole(evidence.probe(), readings.size()));
	}

	private static @Nullable Stretch whole(Path probe, int samples) {
		if (samples < 2) {
			return null;
		}
		Map<Integer, Sample> edges = Probed.samples(probe, List.of(0, samples - 1));
		return new Stretch(Objects.requireNonNull(edges.get(0)), Objects.requireNonNull(edges.get(samples - 1)));
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
								+ JtlColumns.shown(line.metric()) + "'"
						: "the program printed " + metric + " without a value");
			}
			values.computeIfAbsent(metric, (key) -> new ArrayList<>()).add(line.value());
		}
		else if (check != null) {
			checks.add(
					Check
						.equal(CheckKind.THEORY, Objects.requireNonNullElse(line.value(), Double.NaN),
								Objects.requireNonNullElse(line.expected(), Double.NaN))
						.of(JtlColumns.shown(check)));
		}
		else if (event != null) {
			events.add(new Event((line.at() != null) ? line.at() : events.size() + 1.0, JtlColumns.shown(event),
					line.attributes()));
		}
	}

	private static @Nullable Metric metric(String name) {
		for (Metric metric : Metric.values()) {
			if (metric.toString().equals(name)) {
				return metric;
			}
		}
		return null;
	}

	/** JMH's own format; a run has one benchmark, and each value is an iteration. */
	private static void jmh(Path file, Map<Metric, List<Double>> values) {
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
		values.put(metric, iterations(primary, (metric == Metric.SECONDS) ? seconds : 1 / seconds));
		benchmark.path("secondaryMetrics").properties().forEach((secondary) -> {
			Metric also = metric(secondary.getKey());
			if (also != null) {
				values.put(also, iterations(secondary.getValue(), 1));
			}
		});
		values.values().removeIf(List::isEmpty);
		if (values.isEmpty()) {
			throw new RunFailedException(file.getFileName() + " holds no iteration");
		}
	}

	/** The values of all iterations of all forks, or the score where there are none. */
	private static List<Double> iterations(JsonNode metric, double factor) {
		List<Double> values = new ArrayList<>();
		metric.path("rawData").forEach((fork) -> fork.forEach((value) -> values.add(value.asDouble(Double.NaN))));
		if (values.isEmpty()) {
			values.add(metric.path("score").asDouble(Double.NaN));
		}
		return new ArrayList<>(values.stream().filter(Double::isFinite).map((value) -> value * factor).toList());
	}

}
