package lab.harness.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Experiment;
import lab.harness.model.Form;
import lab.harness.model.FaultSpan;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.Service;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import lab.harness.report.Table.Style;
import org.jspecify.annotations.Nullable;

/**
 * The tables of runs. A table shows the metrics of its sections for which there are
 * figures, in the order of the catalogue, so that a new metric needs no change here. Runs
 * stand in the order of the experiment, not in the random one in which they were made;
 * what they have in common stands in the caption.
 */
final class RunTables {

	/** What means nothing where arrivals do not wait or faults interrupt. */
	private static final Set<Metric> CEILINGS = Set.of(Metric.CEILING, Metric.OF_CEILING, Metric.CPU_CEILING,
			Metric.OF_CPU_CEILING);

	private final Findings findings;

	private final List<String> variants;

	private final List<Outcome> outcomes;

	private final boolean onePoint;

	private final boolean oneRound;

	RunTables(Findings findings) {
		this.findings = findings;
		LinkedHashSet<String> names = new LinkedHashSet<>();
		Experiment experiment = findings.experiment();
		if (experiment != null) {
			experiment.variants().forEach((variant) -> names.add(variant.name()));
		}
		findings.outcomes().forEach((outcome) -> names.add(outcome.run().variant().name()));
		this.variants = List.copyOf(names);
		this.outcomes = findings.outcomes()
			.stream()
			.sorted(Comparator.comparing((Outcome outcome) -> place(outcome.run()))
				.thenComparing((outcome) -> outcome.run().point().value())
				.thenComparing((outcome) -> outcome.run().round()))
			.toList();
		this.onePoint = this.outcomes.stream().map((outcome) -> outcome.run().point()).distinct().count() <= 1;
		this.oneRound = this.outcomes.stream().map((outcome) -> outcome.run().round()).distinct().count() <= 1;
	}

	List<Outcome> outcomes() {
		return this.outcomes;
	}

	List<String> variants() {
		return this.variants;
	}

	/** The place of a variant, which rules its colour and its dashes. */
	int place(Run run) {
		return this.variants.indexOf(run.variant().name());
	}

	boolean onePoint() {
		return this.onePoint;
	}

	boolean oneRound() {
		return this.oneRound;
	}

	/** The columns that identify this run. */
	String label(Run run) {
		return pointLabel(run) + (this.oneRound ? "" : ", round " + run.round());
	}

	/** The columns that identify this variant and point. */
	String pointLabel(Run run) {
		return Block.clean(run.variant().name()) + (this.onePoint ? "" : ", " + run.point().words());
	}

	/** Whether arrivals do not wait, faults interrupt, or an app may exit. */
	boolean stressed() {
		return this.outcomes.stream()
			.anyMatch((outcome) -> outcome.run().variant().subject() instanceof Service service
					&& service.hasOpenLoadOrFaults());
	}

	/** Whether any run has a figure of the metric. */
	boolean has(Metric metric) {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.value(metric) != null);
	}

	/** The metric by which variants are compared. */
	Metric compared() {
		Experiment experiment = this.findings.experiment();
		return (experiment != null) ? experiment.compare() : Metric.THROUGHPUT;
	}

	/** Whether the processors limited any run. */
	boolean cpuLimited() {
		return this.outcomes.stream().anyMatch((outcome) -> outcome.behaviour().limitedBy() == Behaviour.Limit.CPU);
	}

	/** How much of the experiment was run. */
	Form form() {
		return (this.findings.manifest() != null) ? this.findings.manifest().form() : Form.FULL;
	}

	/**
	 * Whether only the shape of what was published compares: without a backend's known
	 * delay nothing says what another machine should reach.
	 */
	boolean shapeAlone() {
		return !has(Metric.CEILING) && !stressed() && !compared().share() && published() != null;
	}

	/** What was published of the first variant, or null; never of a short form. */
	private @Nullable Double published() {
		return (form().isShort() || this.outcomes.isEmpty()) ? null : this.outcomes.getFirst().run().published();
	}

	/** The first table: what is compared, its ceiling, and what was published. */
	@Nullable Table first() {
		List<RunColumn> columns = new ArrayList<>(
				columns(List.of(Metric.Section.THROUGHPUT, Metric.Section.PROGRAM), false));
		if (stressed()) {
			columns.removeIf((column) -> CEILINGS.contains(column.metric));
		}
		else if (has(compared()) && columns.stream().noneMatch((column) -> column.metric == compared())) {
			columns.addFirst(column(compared(), false));
		}
		if (!cpuLimited()) {
			columns.removeIf((column) -> column.metric == Metric.CPU_CEILING || column.metric == Metric.OF_CPU_CEILING);
		}
		// A short form is not of the published shape.
		if (form().isShort() || shapeAlone()) {
			columns.removeIf((column) -> column.metric == Metric.JMETER_SUMMARY);
		}
		columns.replaceAll((column) -> (column.metric == compared()) ? column.styled(Style.BEST) : column);
		boolean known = this.outcomes.stream().anyMatch((outcome) -> outcome.run().published() != null);
		if (known && !form().isShort() && !stressed()) {
			columns.addAll(publishedColumns());
		}
		boolean shown = !columns.isEmpty() && !this.outcomes.isEmpty();
		String caption = (has(compared()) && compared().better() != Metric.Better.NEITHER) ? title(compared())
				: "Figures";
		return shown ? table(caption, columns, true) : null;
	}

	private List<RunColumn> publishedColumns() {
		Metric compared = compared();
		RunColumn published = new RunColumn(Column.figures("published", compared.unit()), null,
				(outcome) -> compared.share() ? Cell.of(compared, outcome.run().published())
						: Cell.number(outcome.run().published(), shapeAlone() ? 2 : 0));
		Double first = published();
		if (!shapeAlone() || first == null) {
			return List.of(published);
		}
		Double own = this.outcomes.getFirst().value(compared);
		return List.of(
				new RunColumn(Column.figures("of the first row", ""), null,
						(outcome) -> Cell.share(ratio(outcome.value(compared), own))),
				published, new RunColumn(Column.figures("published, of its first row", ""), null,
						(outcome) -> Cell.share(ratio(outcome.run().published(), first))));
	}

	private static @Nullable Double ratio(@Nullable Double value, @Nullable Double base) {
		return (value != null && base != null && base != 0) ? value / base : null;
	}

	/** A metric with its unit, such as {@code lowest, req/s}. */
	static String withUnit(Metric metric) {
		return metric.label() + ((metric.share() || metric.unit().isEmpty()) ? "" : ", " + metric.unit());
	}

	/** The name of what is compared, at the beginning of a line. */
	static String title(Metric metric) {
		String label = metric.label();
		return Character.toUpperCase(label.charAt(0)) + label.substring(1);
	}

	/** The metrics of a section, or null where no run has a figure of it. */
	@Nullable Table of(Metric.Section section, String caption) {
		List<RunColumn> columns = columns(List.of(section), section == Metric.Section.COST);
		return columns.isEmpty() ? null : table(caption, columns, false);
	}

	private List<RunColumn> columns(Collection<Metric.Section> sections, boolean bars) {
		return Stream.of(Metric.values())
			.filter((metric) -> sections.contains(metric.section()) && has(metric))
			.map((metric) -> column(metric, bars))
			.toList();
	}

	private static RunColumn column(Metric metric, boolean bars) {
		return new RunColumn(Column.of(metric, bars && metric.unit().startsWith("ms/")), metric,
				(outcome) -> Cell.of(metric, outcome.value(metric)));
	}

	/** What became of the app, where that is told of any run. */
	@Nullable Table faults() {
		List<RunColumn> columns = new ArrayList<>(columns(List.of(Metric.Section.FAULTS), false));
		if (columns.isEmpty()) {
			return null;
		}
		columns.add(new RunColumn(Column.text("app"), null, (outcome) -> Cell.text(ending(outcome))));
		return table("What became of the load", columns, false);
	}

	/** How the app ended, or that it lives, in words. */
	static String ending(Outcome outcome) {
		Behaviour behaviour = outcome.behaviour();
		if (behaviour.exit() == null) {
			Double after = outcome.value(Metric.IN_FLIGHT_AFTER);
			return (after != null && after > 0)
					? "lives, " + Metric.IN_FLIGHT_AFTER.format(after) + " requests still in flight after the drain"
					: "lives";
		}
		Integer code = behaviour.exit().code();
		if (code == null) {
			return "lives and does not answer";
		}
		return switch (code) {
			case 3 -> "exited: out of memory";
			case 143 -> "exited after SIGTERM";
			default -> "exited with code " + code;
		};
	}

	/** Each fault of each run, where runs have several faults. */
	@Nullable Table spans() {
		if (this.outcomes.stream().noneMatch((outcome) -> outcome.behaviour().faults().size() > 1)) {
			return null;
		}
		Table table = new Table("Each fault",
				List.of(Column.text("run"), Column.text("fault"), Column.figures("from", "s"),
						Column.figures("to", "s"), Column.figures("lowest", "req/s"),
						Column.figures("recovered after", "s")));
		for (Outcome outcome : this.outcomes) {
			for (FaultSpan fault : outcome.behaviour().faults()) {
				table.row(List.of(Cell.text(label(outcome.run())), Cell.text(fault.words()),
						Cell.number(fault.begin(), 1), Cell.number(fault.end(), 1), Cell.number(fault.lowest(), 1),
						Cell.number(fault.recoveredAfter(), 1)));
			}
		}
		return table;
	}

	/** In what variants differ: a row for each metric, a column for each variant. */
	@Nullable Table differences() {
		List<Clause.Difference> differences = this.findings.verdict()
			.stream()
			.filter(Clause.Difference.class::isInstance)
			.map(Clause.Difference.class::cast)
			.toList();
		if (differences.isEmpty()) {
			return null;
		}
		List<Column> columns = new ArrayList<>(List.of(Column.text("")));
		this.variants.forEach((variant) -> columns.add(Column.figures(variant, "")));
		Table table = new Table("What differs" + (this.onePoint ? ": " + common() : ""), columns);
		for (Clause.Difference difference : differences) {
			Metric metric = difference.metric();
			List<Cell> cells = new ArrayList<>();
			cells.add(Cell.text(withUnit(metric) + (this.onePoint ? "" : " at " + difference.point().words())));
			double best = best(metric, difference.values().values());
			for (String variant : this.variants) {
				Double value = difference.values().get(variant);
				Cell cell = Cell.of(metric, value);
				cells.add((value != null && value == best) ? cell.styled(Style.BEST) : cell);
			}
			table.row(cells);
		}
		return table;
	}

	private static double best(Metric metric, Collection<Double> values) {
		if (values.stream().distinct().count() < 2) {
			return Double.NaN;
		}
		return switch (metric.better()) {
			case MORE -> values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
			case LESS -> values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
			case NEITHER -> Double.NaN;
		};
	}

	/** Mean and interval of what is compared. */
	@Nullable Table summary() {
		Metric compared = compared();
		List<Result.Summary> known = this.findings.summary()
			.stream()
			.filter((summary) -> summary.figures().containsKey(compared))
			.toList();
		// A count of a single run has no interval.
		if (known.stream().allMatch((summary) -> interval(summary, compared).low() == null)) {
			return null;
		}
		List<Column> columns = new ArrayList<>(List.of(Column.text("variant")));
		point().ifPresent(columns::add);
		columns.addAll(List.of(Column.of(compared, false), Column.figures("low", ""), Column.figures("high", ""),
				Column.figures("runs", "")));
		Table table = new Table("Mean and 95 % interval", columns);
		for (Result.Summary summary : known) {
			Result.Interval interval = interval(summary, compared);
			List<Cell> cells = new ArrayList<>(List.of(Cell.text(summary.variant())));
			if (!this.onePoint) {
				cells.add(new Cell(summary.point().text(), Style.FIGURE, summary.point().value()));
			}
			cells.addAll(List.of(Cell.of(compared, interval.mean()), Cell.of(compared, interval.low()),
					Cell.of(compared, interval.high()), Cell.number(interval.runs(), 0)));
			table.row(cells);
		}
		return table;
	}

	private static Result.Interval interval(Result.Summary summary, Metric metric) {
		return Objects.requireNonNull(summary.figures().get(metric));
	}

	/** What failed, by cause, at each station that counts it; null where nothing did. */
	@Nullable Table causes() {
		Map<String, Function<Outcome, Map<String, Long>>> stations = new LinkedHashMap<>();
		stations.put("at the client", RunTables::atClient);
		stations.put("answered by the app", (outcome) -> without(outcome.counts().answers(), "ok"));
		stations.put("failed calls to the backend", (outcome) -> outcome.counts().backendFailures());
		stations.put("hit by the fault", (outcome) -> outcome.counts().backendHits());
		stations.values()
			.removeIf((counts) -> this.outcomes.stream().allMatch((outcome) -> counts.apply(outcome).isEmpty()));
		if (stations.isEmpty()) {
			return null;
		}
		List<Column> columns = new ArrayList<>(List.of(Column.text("run"), Column.text("cause")));
		stations.keySet().forEach((station) -> columns.add(Column.figures(station, "requests")));
		Table table = new Table("Failures of the whole run by cause, ramp and drain included", columns);
		for (Outcome outcome : this.outcomes) {
			Set<String> causes = new TreeSet<>();
			stations.values().forEach((counts) -> causes.addAll(counts.apply(outcome).keySet()));
			for (String cause : causes) {
				List<Cell> cells = new ArrayList<>(List.of(Cell.text(label(outcome.run())), Cell.text(cause)));
				stations.values().forEach((counts) -> cells.add(Cell.number(counts.apply(outcome).get(cause), 0)));
				table.row(cells);
			}
		}
		return table;
	}

	/**
	 * A status with a cause goes by the cause, as the app counts it; what the client saw
	 * without an answer keeps apart from what the app saw at the backend.
	 */
	private static Map<String, Long> atClient(Outcome outcome) {
		Map<String, Long> causes = new TreeMap<>();
		outcome.counts().errorKinds().forEach((kind, count) -> {
			String cause = !kind.isAnswer() ? "client: " + kind
					: kind.cause().isEmpty() ? kind.toString() : kind.cause();
			causes.merge(cause, count, Long::sum);
		});
		return causes;
	}

	private static Map<String, Long> without(Map<String, Long> counts, String key) {
		Map<String, Long> others = new TreeMap<>(counts);
		others.remove(key);
		return others;
	}

	/** What all runs have in common, such as {@code 500 users, one run each}. */
	String common() {
		if (this.outcomes.isEmpty()) {
			return "no run was finished";
		}
		String point = this.outcomes.getFirst().run().point().words();
		String rounds = this.oneRound ? "one run each" : "each run in a row of its own";
		return (this.onePoint && !point.isEmpty()) ? point + ", " + rounds : rounds;
	}

	/**
	 * A table of runs; point and round have a column where they differ.
	 * @param all whether runs without a figure have a row of dashes
	 */
	private Table table(String caption, List<RunColumn> columns, boolean all) {
		List<Column> head = new ArrayList<>(List.of(Column.text("variant")));
		point().ifPresent(head::add);
		if (!this.oneRound) {
			head.add(Column.figures("round", ""));
		}
		columns.forEach((column) -> head.add(column.column));
		Table table = new Table(caption + ": " + common(), head);
		for (Outcome outcome : this.outcomes) {
			if (!all && outcome.figures().isEmpty()) {
				continue;
			}
			Run run = outcome.run();
			List<Cell> cells = new ArrayList<>(List.of(Cell.text(run.variant().name())));
			if (!this.onePoint) {
				cells.add(new Cell(run.point().text(), Style.FIGURE, run.point().value()));
			}
			if (!this.oneRound) {
				cells.add(Cell.number(run.round(), 0));
			}
			columns.forEach((column) -> cells.add(column.cell.apply(outcome)));
			table.row(cells);
		}
		return table;
	}

	private Optional<Column> point() {
		return this.onePoint ? Optional.empty()
				: this.outcomes.stream()
					.map((outcome) -> outcome.run().point())
					.filter((point) -> !point.axis().isEmpty())
					.findFirst()
					.map(RunTables::pointColumn);
	}

	private static Column pointColumn(Point point) {
		return point.axis().equals(Axis.RATE) ? Column.figures("arrivals", "/s") : Column.figures(point.axis(), "");
	}

	/**
	 * A column of a table of runs.
	 *
	 * @param column its head
	 * @param metric its metric, or null
	 * @param cell what it shows of a run
	 */
	private record RunColumn(Column column, @Nullable Metric metric, Function<Outcome, Cell> cell) {

		RunColumn styled(Style style) {
			return new RunColumn(this.column, this.metric, (outcome) -> {
				Cell shown = this.cell.apply(outcome);
				return (shown.style() == Style.FIGURE) ? shown.styled(style) : shown;
			});
		}

	}

}
