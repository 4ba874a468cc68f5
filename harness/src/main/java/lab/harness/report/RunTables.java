package lab.harness.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.report.ReportedRuns.Part;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import lab.harness.report.Table.Field;
import org.jspecify.annotations.Nullable;

/**
 * The tables of runs. A table shows the metrics of its sections for which there are
 * figures, in the order of the catalogue, so that a new metric needs no change here.
 */
record RunTables(ReportedRuns runs, List<RunTables.Row> rows) {

	/** Longer tables are shown only on the page, as details. */
	static final int MOST_ROWS = 12;

	/**
	 * More runs than this are shown by the means of their rounds; {@code result.json} has
	 * each run.
	 */
	private static final int MOST_RUNS = 10;

	/** Fewer are read at a glance, with all of their columns. */
	private static final int MANY_ROWS = 5;

	private static final String ALIVE = "alive";

	/** Ceilings mean nothing for open arrivals and under faults. */
	private static final Set<Metric> CEILINGS = Set.of(Metric.CEILING, Metric.OF_CEILING, Metric.CPU_CEILING,
			Metric.OF_CPU_CEILING);

	/** Shown side by side if one of them is compared. */
	private static final Set<Metric> PERCENTILES = Set.of(Metric.LATENCY_P50, Metric.LATENCY_P90, Metric.LATENCY_P99,
			Metric.LATENCY_MAX);

	/** Times of clients, who give up at their timeout. */
	static final Set<Metric> TIMES = Set.of(Metric.LATENCY_P50, Metric.LATENCY_P90, Metric.LATENCY_P99,
			Metric.LATENCY_P999, Metric.LATENCY_MAX);

	/**
	 * Shown beside throughput and latency for a service without a ledger, whose first
	 * table should answer the question alone.
	 */
	private static final List<Metric> WITHOUT_LEDGER = List.of(Metric.APP_CPU, Metric.RSS_MEAN,
			Metric.PLATFORM_THREADS_PEAK);

	static RunTables of(ReportedRuns runs) {
		boolean means = !runs.oneRound() && runs.outcomes().size() > MOST_RUNS;
		Map<Object, List<Outcome>> rows = runs.outcomes()
			.stream()
			.collect(Collectors.groupingBy((outcome) -> means ? runs.where(outcome.run()) : outcome.run(),
					LinkedHashMap::new, Collectors.toList()));
		return new RunTables(runs, rows.values().stream().map((outcomes) -> row(runs, outcomes)).toList());
	}

	private static Row row(ReportedRuns runs, List<Outcome> outcomes) {
		Run run = outcomes.getFirst().run();
		Optional<Result.Summary> mean = runs.findings()
			.summary()
			.stream()
			.filter((summary) -> outcomes.size() > 1 && summary.variant().equals(run.variant().name())
					&& summary.point().equals(run.point()))
			.findFirst();
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		mean.ifPresentOrElse(
				(summary) -> summary.figures().forEach((metric, value) -> figures.put(metric, value.mean())),
				() -> figures.putAll(outcomes.getFirst().figures()));
		return new Row(run, figures, outcomes);
	}

	/**
	 * A run, or all rounds of a variant at a point.
	 *
	 * @param run the first of them
	 * @param figures the figures of the run, or the means of the valid rounds
	 */
	record Row(Run run, Map<Metric, Double> figures, List<Outcome> outcomes) {

		@Nullable Double value(Metric metric) {
			return this.figures.get(metric);
		}

		/** The words about the rounds, each once. */
		String words(Function<Outcome, String> words) {
			return this.outcomes.stream()
				.map(words)
				.filter((word) -> !word.isEmpty())
				.distinct()
				.collect(Collectors.joining(" or "));
		}

	}

	/** The first table: the compared metric, its ceiling, and the published figures. */
	@Nullable Table first() {
		Metric compared = this.runs.compared();
		boolean comparable = this.runs.has(compared);
		List<Metric> metrics = new ArrayList<>(metrics(Metric.Section.THROUGHPUT, Metric.Section.PROGRAM));
		if (comparable && PERCENTILES.contains(compared)) {
			metrics.add(metrics.indexOf(Metric.LATENCY_P99), Metric.LATENCY_P90);
			metrics.add(1 + Math.max(metrics.indexOf(Metric.LATENCY_P99), metrics.indexOf(Metric.LATENCY_P999)),
					Metric.LATENCY_MAX);
		}
		if (this.runs.hasOpenLoadOrFaults()) {
			metrics.removeAll(CEILINGS);
		}
		else {
			// The tail of a closed load proves nothing: users who wait send nothing.
			metrics.remove(Metric.LATENCY_P999);
			if (comparable && !metrics.contains(compared)) {
				metrics.addFirst(compared);
			}
		}
		if (!this.runs.cpuLimited()) {
			metrics.removeAll(List.of(Metric.CPU_CEILING, Metric.OF_CPU_CEILING));
		}
		boolean withoutLedger = this.runs.isWithoutLedger();
		if (this.runs.form().isShort() || this.runs.comparesOnlyRatios() || withoutLedger) {
			metrics.remove(Metric.JMETER_SUMMARY);
		}
		if (withoutLedger) {
			metrics.remove(Metric.LOSS);
			metrics.addAll(WITHOUT_LEDGER.stream().filter(this.runs::has).toList());
		}
		List<Field<Row>> fields = new ArrayList<>(metrics.stream().map(RunTables::field).toList());
		if (withoutLedger && !fields.isEmpty()) {
			fields.add(Field.text("limited by", (row) -> row.words(RunTables::limitedBy)));
		}
		if (this.runs.hasPublished() && !this.runs.form().isShort() && !this.runs.hasOpenLoadOrFaults()) {
			fields.addAll(publishedFields());
		}
		if (fields.isEmpty() || this.runs.outcomes().isEmpty()) {
			return null;
		}
		return table(
				(comparable && compared.better() != Metric.Better.NEITHER) ? Text.capital(compared.label()) : "Figures",
				fields, this.rows);
	}

	private List<Field<Row>> publishedFields() {
		Metric compared = this.runs.compared();
		boolean ratios = this.runs.comparesOnlyRatios();
		Field<Row> published = Field.figures("published", compared.unit(),
				(outcome) -> compared.share() ? Cell.of(compared, outcome.run().published())
						: Cell.number(outcome.run().published(), ratios ? 2 : 0));
		if (!ratios) {
			return List.of(published);
		}
		Double own = this.rows.getFirst().value(compared);
		return List.of(
				Field.figures("of the first row", "", (outcome) -> Cell.share(ratio(outcome.value(compared), own))),
				published, Field.figures("published, of its first row", "",
						(outcome) -> Cell.share(ratio(outcome.run().published(), this.runs.firstPublished()))));
	}

	private static @Nullable Double ratio(@Nullable Double value, @Nullable Double base) {
		return (value != null && base != null && base != 0) ? value / base : null;
	}

	/** A metric with its unit, such as {@code lowest, req/s}. */
	static String withUnit(Metric metric) {
		return metric.label() + ((metric.share() || metric.unit().isEmpty()) ? "" : ", " + metric.unit());
	}

	/** The metrics of a section, or null if no run has a figure of it. */
	@Nullable Table of(Metric.Section section, String caption) {
		List<Field<Row>> fields = new ArrayList<>(metrics(section).stream().map(RunTables::field).toList());
		if (fields.isEmpty()) {
			return null;
		}
		if (section == Metric.Section.FAULTS && !isSilent((row) -> row.words(RunTables::ending).equals(ALIVE))) {
			fields.add(Field.text("app", (row) -> row.words(RunTables::ending)));
		}
		return table(caption, fields, this.rows.stream().filter((row) -> !row.figures().isEmpty()).toList());
	}

	private List<Metric> metrics(Metric.Section... sections) {
		return Stream.of(Metric.values())
			.filter((metric) -> List.of(sections).contains(metric.section()) && this.runs.has(metric))
			.filter((metric) -> metric == this.runs.compared() || !isSilent((row) -> {
				Double value = row.value(metric);
				return value != null && value == 0 && metric.better() == Metric.Better.LESS;
			}))
			.toList();
	}

	/**
	 * Whether many rows have nothing to tell in a column, such as no error and no lost
	 * request: the sentences of the answer and the section of errors say so once.
	 */
	private boolean isSilent(Predicate<Row> nothing) {
		List<Row> told = this.rows.stream().filter((row) -> !row.figures().isEmpty()).toList();
		return told.size() >= MANY_ROWS && told.stream().allMatch(nothing);
	}

	private static Field<Row> field(Metric metric) {
		return new Field<>(Column.of(metric), (row) -> {
			Double value = row.value(metric);
			double gaveUp = (TIMES.contains(metric) && row.run().variant().subject() instanceof Service service)
					? service.load().timeout().toMillis() : Double.MAX_VALUE;
			boolean bound = row.outcomes()
				.stream()
				.anyMatch((outcome) -> Objects.requireNonNullElse(outcome.value(metric), 0.0) >= gaveUp);
			return (value != null && bound)
					? new Cell("≥ " + metric.format(Math.min(value, gaveUp)), Table.Style.FIGURE, value)
					: Cell.of(metric, value);
		});
	}

	/** A table of runs, with columns of point and round if they differ. */
	private Table table(String caption, List<Field<Row>> fields, List<Row> rows) {
		List<Field<Row>> all = new ArrayList<>();
		all.add(Field.text("variant", (outcome) -> outcome.run().variant().name()));
		if (!this.runs.onePoint()) {
			all.add(pointField((outcome) -> outcome.run().point()));
		}
		boolean means = this.rows.size() < this.runs.outcomes().size();
		if (!this.runs.oneRound() && !means) {
			all.add(Field.figures("round", "", (row) -> Cell.number(row.run().round(), 0)));
		}
		all.addAll(fields);
		return Table.of(caption + ": " + (means ? this.runs.commonPoint() + "means of the rounds" : this.runs.common()),
				rows, all);
	}

	private <T> Field<T> pointField(Function<T, Point> point) {
		String axis = this.runs.outcomes().getFirst().run().point().axis();
		return Field.figures(axis.equals(Axis.RATE) ? "arrivals" : axis, axis.equals(Axis.RATE) ? "/s" : "",
				(row) -> new Cell(point.apply(row).text(), Table.Style.FIGURE, point.apply(row).value()));
	}

	private static String limitedBy(Outcome outcome) {
		Behaviour.Limit limit = outcome.behaviour().limitedBy();
		Double ofCeiling = outcome.value(Metric.OF_CEILING);
		if (outcome.figures().isEmpty() || limit != null && limit != Behaviour.Limit.CPU && ofCeiling != null
				&& ofCeiling < Outcome.AT_CEILING) {
			return "";
		}
		if (limit != null) {
			return limit.toString();
		}
		return (outcome.value(Metric.SERVING) != null) ? "none seen" : "not known";
	}

	static String ending(Outcome outcome) {
		Behaviour behaviour = outcome.behaviour();
		if (behaviour.exit() == null) {
			Double after = outcome.value(Metric.IN_FLIGHT_AFTER);
			return (after != null && after > 0)
					? "alive, " + Metric.IN_FLIGHT_AFTER.format(after) + " requests still in flight after the drain"
					: ALIVE;
		}
		Integer code = behaviour.exit().code();
		if (code == null) {
			return "alive but does not answer";
		}
		return switch (code) {
			case 3 -> "exited: out of memory";
			case 143 -> "exited after SIGTERM";
			default -> "exited with code " + code;
		};
	}

	@Nullable Table spans() {
		if (this.runs.outcomes().stream().noneMatch((outcome) -> outcome.behaviour().faults().size() > 1)) {
			return null;
		}
		List<Part<FaultSpan>> spans = this.runs.parts((outcome) -> outcome.behaviour().faults());
		return Table.of("Each fault", spans, List.of(Field.text("run", Part::label),
				Field.text("fault", (span) -> span.value().words()),
				Field.figures("from", "s", (span) -> Cell.number(span.value().begin(), 1)),
				Field.figures("to", "s", (span) -> Cell.number(span.value().end(), 1)),
				Field.figures("lowest", "req/s", (span) -> Cell.number(span.value().lowest(), 1)),
				Field.figures("recovered after", "s", (span) -> Cell.number(span.value().recoveredAfter(), 1))));
	}

	/** The paths of all runs, or null if the loads ask a single one. */
	@Nullable Table paths() {
		List<Part<Map.Entry<String, Map<Metric, Double>>>> paths = this.runs
			.parts((outcome) -> outcome.behaviour().paths().entrySet());
		if (paths.isEmpty()) {
			return null;
		}
		List<Field<Part<Map.Entry<String, Map<Metric, Double>>>>> fields = new ArrayList<>(
				List.of(Field.text("run", Part::label), Field.text("path", (path) -> path.value().getKey())));
		Stream.of(Metric.values())
			.filter((metric) -> paths.stream().anyMatch((path) -> path.value().getValue().containsKey(metric)))
			.forEach((metric) -> fields
				.add(new Field<>(Column.of(metric), (path) -> Cell.of(metric, path.value().getValue().get(metric)))));
		return Table.of("Each path", paths, fields);
	}

	@Nullable Table summary() {
		Metric compared = this.runs.compared();
		List<Result.Summary> known = this.runs.findings()
			.summary()
			.stream()
			.filter((summary) -> summary.figures().containsKey(compared))
			.toList();
		if (known.stream().allMatch((summary) -> interval(summary).low() == null)) {
			return null;
		}
		List<Field<Result.Summary>> fields = new ArrayList<>();
		fields.add(Field.text("variant", Result.Summary::variant));
		if (!this.runs.onePoint()) {
			fields.add(pointField(Result.Summary::point));
		}
		fields.add(new Field<>(Column.of(compared), (summary) -> Cell.of(compared, interval(summary).mean())));
		fields.add(Field.figures("low", "", (summary) -> Cell.of(compared, interval(summary).low())));
		fields.add(Field.figures("high", "", (summary) -> Cell.of(compared, interval(summary).high())));
		fields.add(Field.figures("runs", "", (summary) -> Cell.number(interval(summary).runs(), 0)));
		return Table.of("Mean and 95 % interval", known, fields);
	}

	private Result.Interval interval(Result.Summary summary) {
		return Objects.requireNonNull(summary.figures().get(this.runs.compared()));
	}

	/** Failures by cause, at each station that counts them; null if nothing failed. */
	@Nullable Table causes() {
		Map<String, Function<Outcome, Map<String, Long>>> stations = new LinkedHashMap<>();
		stations.put("at the client", RunTables::failuresAtClient);
		stations.put("answered by the app", RunTables::failuresOfApp);
		stations.put("failed calls to the backend", (outcome) -> outcome.counts().backendFailures());
		stations.put("hit by the fault", (outcome) -> outcome.counts().backendHits());
		stations.values()
			.removeIf((counts) -> this.runs.outcomes().stream().allMatch((outcome) -> counts.apply(outcome).isEmpty()));
		if (stations.isEmpty()) {
			return null;
		}
		List<Part<String>> causes = this.runs.parts((outcome) -> stations.values()
			.stream()
			.flatMap((counts) -> counts.apply(outcome).keySet().stream())
			.collect(Collectors.toCollection(TreeSet::new)));
		List<Field<Part<String>>> fields = new ArrayList<>(
				List.of(Field.text("run", Part::label), Field.text("cause", Part::value)));
		stations.forEach((station, counts) -> fields.add(Field.figures(station, "requests",
				(cause) -> Cell.number(counts.apply(cause.run()).get(cause.value()), 0))));
		return Table.of("Failures of the whole run by cause, ramp and drain included", causes, fields);
	}

	/**
	 * Failures that the client counted. A status with a cause has the name of the cause,
	 * as the app counts it. Failures without an answer have the prefix "client", because
	 * the app may have failures of the same name at the backend.
	 */
	private static Map<String, Long> failuresAtClient(Outcome outcome) {
		Map<String, Long> causes = new TreeMap<>();
		outcome.counts().errorKinds().forEach((kind, count) -> {
			String cause = !kind.isAnswer() ? "client: " + kind
					: kind.cause().isEmpty() ? kind.toString() : kind.cause();
			causes.merge(cause, count, Long::sum);
		});
		return causes;
	}

	private static Map<String, Long> failuresOfApp(Outcome outcome) {
		Map<String, Long> failures = new TreeMap<>(outcome.counts().answers());
		failures.remove("ok");
		return failures;
	}

}
