package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Prediction;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Series.Quantity;
import lab.harness.report.Block.Chart;
import lab.harness.report.Block.Key;
import lab.harness.report.Block.Paragraph;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Field;
import org.jspecify.annotations.Nullable;

/**
 * The sections with the figures of a result.
 */
record ResultSections(ReportedRuns runs, RunTables tables) {

	/** The section of the answer: the most important table, or a chart. */
	Section answer() {
		Experiment experiment = this.runs.experiment();
		Prediction prediction = (experiment != null) ? experiment.about().prediction() : null;
		List<@Nullable Block> blocks = new ArrayList<>();
		blocks.add(Picture.of(this.runs));
		blocks.add((prediction != null) ? new Paragraph("Predicted before the run: " + prediction.words()) : null);
		blocks.addAll(failures());
		if (this.runs.hasOpenLoadOrFaults()) {
			blocks.add(this.tables.of(Metric.Section.FAULTS, "Effect on the load"));
		}
		blocks.add((!this.runs.onePoint() && this.runs.has(this.runs.compared())) ? new Chart("axis", "", "", List.of())
				: null);
		if (beginsWithTheTable()) {
			blocks.add(this.tables.first());
			blocks.add(this.runs.hasOpenLoadOrFaults() ? null : columns());
			blocks.add(this.runs.isWithoutLedger() ? notChecked() : null);
		}
		if (this.runs.hasOpenLoadOrFaults() && this.runs.has(Quantity.THROUGHPUT)) {
			blocks.add(new Chart("timeline", "",
					"Requests by the second in which they ended. All variants share both axes.",
					List.of(new Key("wrong", "fault"))));
		}
		blocks.add(this.tables.paths());
		blocks.add(brief(effects()));
		Prediction.Formula formula = (prediction != null) ? prediction.formula() : null;
		blocks.add(this.tables.of(Metric.Section.PREDICTION,
				"The prediction in figures" + ((formula != null) ? ", " + formula : "")));
		return Section.of("", true, blocks.toArray(Block[]::new));
	}

	/**
	 * Whether the table of all figures is part of the answer. A service without a ledger
	 * has no faults, so under open arrivals too it is the only comparison.
	 */
	private boolean beginsWithTheTable() {
		return !this.runs.hasOpenLoadOrFaults() || this.runs.isWithoutLedger();
	}

	/**
	 * The checks that did not apply to any run, by their reasons.
	 */
	private @Nullable Paragraph notChecked() {
		Set<CheckKind> judged = this.runs.outcomes()
			.stream()
			.flatMap((outcome) -> outcome.checks().stream())
			.map(Check::kind)
			.collect(Collectors.toSet());
		Map<String, Set<CheckKind>> reasons = new LinkedHashMap<>();
		this.runs.outcomes().forEach((outcome) -> outcome.notApplied().forEach((kind, why) -> {
			if (!judged.contains(kind)) {
				reasons.computeIfAbsent(why, (reason) -> new TreeSet<>()).add(kind);
			}
		}));
		return reasons.isEmpty() ? null
				: new Paragraph("Not checked: " + reasons.entrySet()
					.stream()
					.map((reason) -> Text.list(reason.getValue().stream().map(String::valueOf).toList()) + ", because "
							+ reason.getKey())
					.collect(Collectors.joining("; ")) + ".");
	}

	private List<Block> failures() {
		List<Block> blocks = new ArrayList<>();
		for (Outcome outcome : this.runs.outcomes()) {
			Failure failure = outcome.failure();
			if (failure != null) {
				String reason = "Failed: " + this.runs.label(outcome.run()) + ": " + failure.reason();
				blocks.add(failure.log().isEmpty() ? new Paragraph(reason)
						: new Block.Code(reason + " The last lines of its log:", failure.log()));
			}
		}
		return blocks;
	}

	/** An explanation of the columns of the first table that are easily confused. */
	private @Nullable Paragraph columns() {
		List<String> words = new ArrayList<>();
		if (this.runs.has(Metric.THROUGHPUT)) {
			words.add("Throughput counts the successful requests that ended in the window; ramp and drain are cut.");
		}
		if (this.runs.has(Metric.CEILING)) {
			words.add("The ceiling is Little's law with the delays that the backend drew.");
		}
		if (this.runs.has(Metric.LOSS) && !this.runs.isWithoutLedger()) {
			words.add("The loss is the share of the slots that were empty, which the backend counts; "
					+ "it checks the share of the ceiling.");
		}
		for (Metric metric : List.of(Metric.CPU_CEILING, Metric.TASKS_CEILING)) {
			if (this.runs.has(metric) && (metric != Metric.CPU_CEILING || this.runs.cpuLimited())) {
				words.add("The " + metric.label() + " is " + metric.meaning() + ".");
			}
		}
		if (this.runs.comparesOnlyRatios()) {
			words.add("The published figures come from another machine and another program: "
					+ "compare the shares of the first row, never the figures.");
		}
		else if (this.runs.has(Metric.JMETER_SUMMARY) && (this.runs.hasPublished() || this.runs.experiment() == null)
				&& !this.runs.form().isShort()) {
			words.add("JMeter's summary divides by ramp and drain too, as published figures do: "
					+ "compare those two with each other.");
		}
		if (this.runs.form().isShort()) {
			words.add(
					"Quick: do not compare such short windows with published figures. Without the optimising compiler, "
							+ "code costs more CPU.");
		}
		return (words.isEmpty() || this.runs.outcomes().isEmpty()) ? null : new Paragraph(String.join(" ", words));
	}

	private @Nullable Table effects() {
		List<EffectResult> effects = this.runs.findings().effects();
		if (effects.isEmpty()) {
			return null;
		}
		List<Field<EffectResult>> fields = new ArrayList<>(List.of(Field.text("effect", EffectResult::claim),
				Field.text("seen here", (effect) -> effect.outcome().toString()),
				Field.figures("measured", "", ResultSections::measured),
				Field.figures("interval", "", ResultSections::interval),
				Field.figures("expected", "", (effect) -> Cell.figure(effect.limit().replace("..", " to ")))));
		if (effects.stream().anyMatch((effect) -> !effect.claim().equals(effect.words()))) {
			fields.add(Field.text("figure", EffectResult::words));
		}
		if (effects.stream().anyMatch((effect) -> effect.why() != null)) {
			fields.add(Field.text("because", (effect) -> Objects.requireNonNullElse(effect.why(), "")));
		}
		Experiment experiment = this.runs.experiment();
		boolean sourced = experiment != null && !experiment.about().source().isEmpty();
		return Table.of(sourced ? "What the source claims" : "Expected effects", effects, fields);
	}

	private static Cell measured(EffectResult effect) {
		Interval ratio = effect.ratio();
		return Cell.number((ratio != null) ? ratio.mean() : null, 3);
	}

	private static Cell interval(EffectResult effect) {
		Interval ratio = effect.ratio();
		return (ratio != null) ? interval(ratio.low(), ratio.high(), 3) : Cell.NONE;
	}

	private static Cell interval(@Nullable Double low, @Nullable Double high, int digits) {
		return (low != null && high != null) ? Cell.figure(Text.number(low, digits) + ".." + Text.number(high, digits))
				: Cell.NONE;
	}

	/** The compared metric with its intervals, if more or less of it is better. */
	Section comparison() {
		Metric metric = this.runs.compared();
		boolean compared = !this.runs.hasOpenLoadOrFaults() && this.runs.has(metric)
				&& metric.better() != Metric.Better.NEITHER;
		return Section.of(Text.capital(metric.label()), true, compared ? this.tables.summary() : null, pairs());
	}

	/** All pairs of variants, also those that the answer does not tell. */
	private @Nullable Block pairs() {
		List<Claim.Pair> pairs = this.runs.findings().claims(Claim.Pair.class).toList();
		return pairs.isEmpty() ? null : detail(Table.of(
				"Variants two by two; of the loss the difference, else the ratio", pairs,
				List.of(Field.text("metric", (pair) -> pair.metric().label()),
						Field.text("pair", (pair) -> String.join(" / ", pair.pair())),
						Field.text("at", (pair) -> pair.point().words()),
						Field.figures("measured", "", (pair) -> Cell.number(pair.difference().ratio(), 4)),
						Field.figures("interval", "",
								(pair) -> interval(pair.difference().low(), pair.difference().high(), 4)),
						Field.figures("rounds", "", (pair) -> Cell.figure(String.valueOf(pair.difference().rounds()))),
						Field.text("difference", (pair) -> pair.status()
								+ (pair.because().isEmpty() ? "" : ": " + String.join(", ", pair.because()))))));
	}

	Section faults() {
		boolean faults = this.runs.outcomes().stream().anyMatch((run) -> !run.behaviour().faults().isEmpty());
		String title = faults ? "Before, under and after the faults" : "Effect on the load";
		return !this.runs.hasOpenLoadOrFaults() ? Section.of(title, true)
				: Section.of(title, true, brief(this.tables.spans()),
						meanings(Metric.LOWEST, Metric.RECOVERED_AFTER, Metric.LOST, Metric.SLEEP_KEPT,
								Metric.HEALTH_KEPT),
						detail(this.tables.of(Metric.Section.HELD, "Held by the app, and given back")),
						beginsWithTheTable() ? null : brief(this.tables.first()));
	}

	/** A table, which is a detail if it is long. */
	private static @Nullable Block brief(@Nullable Table table) {
		return (table == null || table.rows().size() <= RunTables.MOST_ROWS) ? table : detail(table);
	}

	private static @Nullable Block detail(@Nullable Table table) {
		return (table != null) ? new Block.Folded(table.caption(), List.of(table)) : null;
	}

	private @Nullable Paragraph meanings(Metric... metrics) {
		String words = Stream.of(metrics)
			.filter(this.runs::has)
			.map((metric) -> Text.capital(RunTables.withUnit(metric) + ": " + metric.meaning() + "."))
			.collect(Collectors.joining(" "));
		return words.isEmpty() ? null : new Paragraph(words);
	}

	Section cost() {
		Block memory = brief(this.tables.of(Metric.Section.MEMORY, "Memory, threads and connections"));
		boolean explained = memory instanceof Table && this.runs.has(Metric.MEMORY_PER_REQUEST);
		return Section.of(this.runs.ofServices() ? "What a request costs" : "What it costs", true,
				brief(this.tables.of(Metric.Section.CPU, "CPU")), memory,
				explained ? new Paragraph("Memory a request in flight is " + Metric.MEMORY_PER_REQUEST.meaning() + ".")
						: null,
				brief(this.tables.of(Metric.Section.WAITING, "Memory held by waiting requests")));
	}

	Section errors() {
		Table causes = this.tables.causes();
		boolean none = causes == null && this.runs.has(Metric.ERRORS) && this.runs.ofServices();
		return Section.of("Errors", true, brief(causes), none ? new Paragraph("No request failed in any run.") : null);
	}

}
