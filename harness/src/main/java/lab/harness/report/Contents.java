package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.model.Check;
import lab.harness.model.Experiment;
import lab.harness.model.Form;
import lab.harness.model.Failure;
import lab.harness.model.Manifest;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Prediction;
import lab.harness.model.Result;
import lab.harness.model.Series;
import lab.harness.model.Series.Quantity;
import lab.harness.report.Block.Chart;
import lab.harness.report.Block.Key;
import lab.harness.report.Document.Badge;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a report, and in which order.
 */
final class Contents {

	/** Characters that are still read at a glance in large letters. */
	private static final int MOST_THAT_STANDS_OUT = 300;

	private static final Key WINDOW = new Key("window", "the window that counts; ramp and drain lie outside");

	/** More events than these are counted by kind, not listed one by one. */
	private static final int MOST_EVENTS = 500;

	/** No more than these are read at once, so they stand open. */
	private static final int FEW_EVENTS = 12;

	private final Findings findings;

	private final RunTables runs;

	private Contents(Findings findings) {
		this.findings = findings;
		this.runs = new RunTables(findings);
	}

	static Document of(Findings findings) {
		Contents contents = new Contents(findings);
		List<Section> sections = Stream
			.of(contents.first(), contents.replay(), contents.compared(), contents.faults(), contents.events(),
					contents.overTime(), contents.latency(), contents.resources(), contents.cost(), contents.errors(),
					contents.checks(), contents.environment(), contents.repeat())
			.filter((section) -> section.title().isEmpty() || !section.blocks().isEmpty())
			.toList();
		List<String> verdict = VerdictText.answer(findings);
		boolean headline = !verdict.isEmpty() && verdict.getFirst().length() <= MOST_THAT_STANDS_OUT
				&& (verdict.size() == 1 || !(contents.runs.stressed() || beginsAList(findings)));
		return new Document(findings.name(), question(findings), contents.badges(), verdict, headline, sections);
	}

	/** The first of several points or claims is not the answer. */
	private static boolean beginsAList(Findings findings) {
		Class<?> first = findings.verdict().getFirst().getClass();
		return findings.verdict().stream().filter(first::isInstance).count() > 1;
	}

	/** The question, also of a JTL, which has none of its own. */
	static String question(Findings findings) {
		Experiment experiment = findings.experiment();
		return (experiment != null) ? experiment.about().question() : "What does " + findings.name() + " hold?";
	}

	/** Whether it can be trusted. */
	private List<Badge> badges() {
		List<Check> checks = this.runs.outcomes().stream().flatMap((run) -> run.checks().stream()).toList();
		long failed = checks.stream().filter((check) -> !check.ok()).count();
		long broken = this.runs.outcomes().stream().filter((run) -> run.failure() != null).count();
		List<Badge> badges = new ArrayList<>();
		if (failed == 0 && broken == 0 && !checks.isEmpty()) {
			badges.add(new Badge("valid: " + checks.size() + " of " + checks.size() + " checks passed", true));
		}
		if (failed > 0) {
			badges.add(new Badge("invalid: " + failed + " of " + checks.size() + " checks failed", false));
		}
		if (broken > 0) {
			badges.add(new Badge(broken + " of " + this.runs.outcomes().size() + " runs failed", false));
		}
		if (!this.findings.complete()) {
			badges.add(new Badge("incomplete: not every planned run was finished", false));
		}
		if (this.runs.form().isShort()) {
			badges
				.add(new Badge(this.runs.form() + ": short windows, not to be compared with published figures", null));
		}
		return badges;
	}

	/** Beside the answer: one table, and under faults the timelines. */
	private Section first() {
		List<Block> blocks = new ArrayList<>();
		Experiment experiment = this.findings.experiment();
		Prediction prediction = (experiment != null) ? experiment.about().prediction() : null;
		if (prediction != null) {
			blocks.add(new Block.Paragraph("Predicted before the run: " + prediction.words()));
		}
		blocks.addAll(failures());
		if (this.runs.stressed()) {
			add(blocks, this.runs.differences());
			if (several()) {
				blocks.add(new Chart("axis", "", "", List.of()));
			}
			if (has(Quantity.THROUGHPUT)) {
				blocks.add(new Chart("timeline", "",
						"Requests by the second in which they ended, all variants over the same seconds and on one scale.",
						List.of(new Key("wrong", "fault"))));
			}
		}
		else {
			if (several()) {
				blocks.add(new Chart("axis", "", "", List.of()));
			}
			Table first = this.runs.first();
			add(blocks, first);
			String columns = columns();
			if (first != null && !columns.isEmpty()) {
				blocks.add(new Block.Paragraph(columns));
			}
		}
		add(blocks, effects());
		Prediction.Formula formula = (prediction != null) ? prediction.formula() : null;
		add(blocks, this.runs.of(Metric.Section.PREDICTION,
				"The prediction in figures" + ((formula != null) ? ", " + formula : "")));
		return new Section("", true, blocks);
	}

	/** Runs that could not be finished or analysed, with the end of the log. */
	private List<Block> failures() {
		List<Block> blocks = new ArrayList<>();
		for (Outcome outcome : this.runs.outcomes()) {
			Failure failure = outcome.failure();
			if (failure != null) {
				String reason = "Failed: " + this.runs.label(outcome.run()) + ": " + failure.reason();
				blocks.add(failure.log().isEmpty() ? new Block.Paragraph(reason)
						: new Block.Code(reason + " The last lines of its log:", failure.log()));
			}
		}
		return blocks;
	}

	/** How the columns of the first table differ. */
	private String columns() {
		List<String> words = new ArrayList<>();
		if (this.runs.has(Metric.THROUGHPUT)) {
			words.add("Throughput counts the successful requests that ended in the window; ramp and drain are cut.");
		}
		if (this.runs.has(Metric.CEILING)) {
			words.add("The ceiling is Little's law with the delays that the backend drew.");
		}
		for (Metric metric : List.of(Metric.CPU_CEILING, Metric.TASKS_CEILING)) {
			if (this.runs.has(metric) && (metric != Metric.CPU_CEILING || this.runs.cpuLimited())) {
				words.add("The " + metric.label() + " is " + metric.meaning() + ".");
			}
		}
		if (this.runs.shapeAlone()) {
			words.add("What was published comes from another machine and another program: "
					+ "compare the shares of the first row, never the figures.");
		}
		else if (this.runs.has(Metric.JMETER_SUMMARY) && !this.runs.form().isShort()) {
			words.add("JMeter's summary divides by ramp and drain too, as published figures do: "
					+ "compare those two with each other.");
		}
		if (this.runs.form().isShort()) {
			words.add(((this.runs.form() == Form.LESSON) ? "Lesson" : "Quick")
					+ ": windows this short are not compared with published figures, and code compiled without "
					+ "the optimiser costs more CPU.");
		}
		return String.join(" ", words);
	}

	private @Nullable Table effects() {
		if (this.findings.effects().isEmpty()) {
			return null;
		}
		Experiment experiment = this.findings.experiment();
		boolean claimed = this.findings.effects().stream().anyMatch((effect) -> !effect.claim().equals(effect.words()));
		List<Column> columns = new ArrayList<>(List.of(Column.text("effect"), Column.text("seen here"),
				Column.figures("measured", ""), Column.figures("95 % interval", ""), Column.figures("expected", "")));
		if (claimed) {
			columns.add(Column.text("figure"));
		}
		if (this.findings.effects().stream().anyMatch((effect) -> effect.why() != null)) {
			columns.add(Column.text("because"));
		}
		Table table = new Table((experiment == null || experiment.about().source().isEmpty()) ? "What is expected"
				: "What the source claims", columns);
		for (Result.EffectResult effect : this.findings.effects()) {
			Result.Interval ratio = effect.ratio();
			Double low = (ratio != null) ? ratio.low() : null;
			Double high = (ratio != null) ? ratio.high() : null;
			List<Cell> cells = new ArrayList<>(List.of(Cell.text(effect.claim()), Cell.text(effect.outcome()),
					Cell.number((ratio != null) ? ratio.mean() : null, 3), (low != null && high != null)
							? Cell.figure(Cell.format(low, 3) + ".." + Cell.format(high, 3)) : Cell.NONE,
					Cell.figure(effect.limit())));
			if (claimed) {
				cells.add(Cell.text(effect.words()));
			}
			if (columns.getLast().name().equals("because")) {
				cells.add(Cell.text(Objects.requireNonNullElse(effect.why(), "")));
			}
			table.row(cells);
		}
		return table;
	}

	/** Whether what is compared is known at several points of the axis. */
	private boolean several() {
		return !this.runs.onePoint() && this.runs.has(this.runs.compared());
	}

	/** What is compared, against its ceiling, and how sure it is. */
	private Section compared() {
		Metric metric = this.runs.compared();
		List<Block> blocks = new ArrayList<>();
		Metric ceiling = Stream.of(Metric.CEILING, Metric.TASKS_CEILING)
			.filter((known) -> this.runs.has(known) && known.unit().equals(metric.unit()))
			.findFirst()
			.orElse(null);
		// What is neither better nor worse is an outcome, and nothing to compare.
		if (!this.runs.stressed() && this.runs.has(metric) && metric.better() != Metric.Better.NEITHER) {
			if (!several()) {
				blocks.add(Dots.of(this.runs, metric, ceiling, this.findings.summary()));
			}
			Table summary = this.runs.summary();
			if (summary != null) {
				blocks
					.add(this.runs.oneRound() ? new Block.Folded(summary.caption(), null, List.of(summary)) : summary);
			}
			VerdictText.method(this.findings).forEach((words) -> blocks.add(new Block.Paragraph(words)));
		}
		String title = RunTables.title(metric);
		return new Section((several() || ceiling == null) ? title : title + " against the ceiling", true, blocks);
	}

	/** What faults and open arrivals did. */
	private Section faults() {
		List<Block> blocks = new ArrayList<>();
		if (this.runs.stressed()) {
			add(blocks, this.runs.faults());
			add(blocks, this.runs.spans());
			blocks.add(new Block.Paragraph(meanings(Metric.LOWEST, Metric.RECOVERED_AFTER, Metric.LOST,
					Metric.SLEEP_KEPT, Metric.HEALTH_KEPT)));
			add(blocks, this.runs.of(Metric.Section.HELD, "What the app held, and gave back"));
			add(blocks, this.runs.first());
		}
		boolean faults = this.runs.outcomes().stream().anyMatch((run) -> !run.behaviour().faults().isEmpty());
		return new Section(faults ? "Before, under and after the faults" : "What became of the load", true, blocks);
	}

	private String meanings(Metric... metrics) {
		return Stream.of(metrics)
			.filter(this.runs::has)
			.map((metric) -> RunTables.withUnit(metric) + ": " + metric.meaning() + ".")
			.map((words) -> Character.toUpperCase(words.charAt(0)) + words.substring(1))
			.collect(Collectors.joining(" "));
	}

	/** What programs did, in order. */
	private Section events() {
		List<Outcome> told = this.runs.outcomes().stream().filter((run) -> !run.series().events().isEmpty()).toList();
		if (told.isEmpty()) {
			return new Section("What happened, in order", true, List.of());
		}
		List<Block> blocks = new ArrayList<>();
		Table table = new Table("Events in their order", List.of(Column.text("run"), Column.text("events")));
		told.forEach((run) -> table
			.row(List.of(Cell.text(this.runs.label(run.run())), Cell.text(sequence(run.series().events())))));
		blocks.add(table);
		blocks.add(new Chart("events", "", "All runs over one axis.", List.of()));
		told.forEach((run) -> {
			String caption = "Every event: " + this.runs.label(run.run());
			Table every = events(caption, run.series().events());
			blocks.add((run.series().events().size() <= FEW_EVENTS) ? every
					: new Block.Folded(caption, null, List.of(every)));
		});
		return new Section("What happened, in order", true, blocks);
	}

	/** Equal events in a row once, such as {@code 4 × started, 10 × queued}. */
	private static String sequence(List<Series.Event> events) {
		List<String> parts = new ArrayList<>();
		for (int begin = 0; begin < events.size();) {
			int end = begin;
			while (end < events.size() && events.get(end).event().equals(events.get(begin).event())) {
				end++;
			}
			parts.add(((end - begin > 1) ? (end - begin) + " × " : "") + events.get(begin).event());
			begin = end;
		}
		int most = 40;
		return String.join(", ", parts.subList(0, Math.min(most, parts.size())))
				+ ((parts.size() > most) ? " and " + (parts.size() - most) + " more changes" : "");
	}

	private static Table events(String caption, List<Series.Event> events) {
		List<Series.Event> shown = events.subList(0, Math.min(MOST_EVENTS, events.size()));
		TreeSet<String> attributes = new TreeSet<>();
		shown.forEach((event) -> attributes.addAll(event.attributes().keySet()));
		List<Column> columns = new ArrayList<>(List.of(Column.figures("at", ""), Column.text("event")));
		attributes.forEach((attribute) -> columns.add(Column.text(attribute)));
		Table table = new Table((shown.size() < events.size())
				? caption + ", the first " + shown.size() + " of " + events.size() : caption, columns);
		for (Series.Event event : shown) {
			List<Cell> cells = new ArrayList<>(List
				.of(Cell.number(event.at(), (event.at() == Math.rint(event.at())) ? 0 : 3), Cell.text(event.event())));
			attributes.forEach((attribute) -> {
				Object value = event.attributes().get(attribute);
				cells.add((value != null) ? Cell.text(String.valueOf(value)) : Cell.NONE);
			});
			table.row(cells);
		}
		return table;
	}

	/** The recorded samples as they came, for those who watch rather than read. */
	private Section replay() {
		if (!has(Quantity.THROUGHPUT)) {
			return new Section("Replay", false, List.of());
		}
		boolean stressed = this.runs.stressed();
		String words = "All variants over the same seconds, as they were recorded: each figure is that of the second before, "
				+ "errors are all so far. At the end stand the figures of the result: mean throughput and threads of the "
				+ "window, "
				+ (stressed ? "most requests in flight in the app"
						: "mean requests in flight (throughput × mean latency)")
				+ ", errors of the whole run. Keys: space plays and pauses, ← → go a second, Page Up and Page Down ten, "
				+ "Home and End to either end.";
		List<Key> keys = stressed ? List.of(new Key("wrong", "fault"))
				: this.runs.has(Metric.CEILING) ? List.of(new Key("ceiling", "ceiling")) : List.of();
		return new Section("Replay", false, List.of(new Chart("replay", "", words, keys)));
	}

	private Section overTime() {
		List<Block> blocks = new ArrayList<>();
		if (has(Quantity.THROUGHPUT) && !this.runs.stressed()) {
			blocks.add(new Chart("throughput", "Throughput",
					"Successful requests by the second in which they ended, of the whole run.",
					Stream
						.of(new Key("solid", "measured"),
								this.runs.has(Metric.CEILING) ? new Key("dashed", "ceiling") : null, WINDOW)
						.filter(Objects::nonNull)
						.toList()));
		}
		if (this.runs.stressed() && has(Quantity.LATENCY)) {
			blocks.add(new Chart("latency", "Mean time of what ended", "", List.of(new Key("wrong", "fault"))));
		}
		if (this.runs.stressed() && has(Quantity.IN_FLIGHT)) {
			blocks.add(new Chart("inFlight", "Requests in flight", "", List.of(new Key("solid", "at the clients"),
					new Key("dotted", "in the app"), new Key("wrong", "fault"))));
		}
		if (has(Quantity.BREAKER)) {
			blocks.add(new Chart("breaker", "Circuit breaker", "", List.of(new Key("wrong", "fault"))));
		}
		return new Section("Over time", false, blocks);
	}

	private Section latency() {
		boolean known = this.runs.outcomes().stream().anyMatch((run) -> run.series().latencies() != null);
		if (!known) {
			return new Section("Latency", false, List.of());
		}
		boolean alone = this.runs.outcomes()
			.stream()
			.map((run) -> run.series().latencies())
			.anyMatch((latencies) -> latencies != null && !latencies.knownMillis().isEmpty());
		boolean open = this.runs.has(Metric.OFFERED);
		return new Section("Latency", false, List.of(new Chart("percentiles", "Percentiles",
				"Successful requests of the window, every sample counted. " + (open
						? "Arrivals are open: latency counts from the time at which a request was due."
						: "A closed workload records no intended start times, so a server that stalls looks better "
								+ "here than it was."),
				List.of()),
				new Chart("distribution", "Distribution",
						alone ? "Where measured and backend agree, a request waits for nothing else." : "",
						alone ? List.of(new Key("bars", "measured"),
								new Key("dashed", "what the backend alone would give")) : List.of())));
	}

	private Section resources() {
		List<Block> blocks = new ArrayList<>();
		Key shade = this.runs.stressed() ? new Key("wrong", "fault") : WINDOW;
		String process = this.runs.stressed() || has(Quantity.THROUGHPUT) ? "the app" : "the program";
		if (has(Quantity.THREADS)) {
			blocks.add(new Chart("threads", "Platform threads of " + process, "", List.of()));
		}
		if (has(Quantity.RSS)) {
			blocks.add(new Chart("memory", "Memory of " + process, "", Stream
				.of(new Key("solid", "resident"), has(Quantity.HEAP) ? new Key("dotted", "heap in use") : null, shade)
				.filter(Objects::nonNull)
				.toList()));
		}
		if (this.runs.outcomes().stream().anyMatch(Contents::collectedWhole)) {
			blocks.add(new Chart("pauses", "Pauses of the collector of " + process, "", List.of(shade)));
		}
		if (has(Quantity.APP_CPU)) {
			blocks.add(new Chart("cpu", "CPU", "", has(Quantity.GENERATOR_CPU)
					? List.of(new Key("solid", "app"), new Key("dashed", "backend"), new Key("dotted", "JMeter"), shade)
					: List.of(new Key("solid", "program"))));
		}
		return new Section("Threads, memory, CPU", false, blocks);
	}

	/** Whether the collector came so short of heap that it collected all of it. */
	private static boolean collectedWhole(Outcome run) {
		Double full = run.value(Metric.FULL_COLLECTIONS);
		return full != null && full > 0;
	}

	private boolean has(Quantity quantity) {
		return this.runs.outcomes().stream().anyMatch((run) -> run.series().tracks().containsKey(quantity));
	}

	private Section cost() {
		List<Block> blocks = new ArrayList<>();
		Experiment experiment = this.findings.experiment();
		boolean programs = experiment != null && !experiment.ofServices();
		add(blocks, this.runs.of(Metric.Section.COST, "CPU and memory"));
		if (!blocks.isEmpty() && this.runs.has(Metric.MEMORY_PER_REQUEST)) {
			blocks
				.add(new Block.Paragraph("Memory a request in flight is " + Metric.MEMORY_PER_REQUEST.meaning() + "."));
		}
		add(blocks, this.runs.of(Metric.Section.WAITING, "What one waiting request holds"));
		return new Section(programs ? "What it costs" : "What a request costs", true, blocks);
	}

	private Section errors() {
		List<Block> blocks = new ArrayList<>();
		Experiment experiment = this.findings.experiment();
		Table causes = this.runs.causes();
		add(blocks, causes);
		if (causes == null && this.runs.has(Metric.ERRORS) && (experiment == null || experiment.ofServices())) {
			blocks.add(new Block.Paragraph("No request failed in any run."));
		}
		return new Section("Errors", true, blocks);
	}

	/** The failed checks first, with what they compare and what a failure means. */
	private Section checks() {
		List<Block> blocks = new ArrayList<>();
		List<Outcome> outcomes = this.runs.outcomes();
		long all = outcomes.stream().mapToLong((run) -> run.checks().size()).sum();
		long passed = outcomes.stream().flatMap((run) -> run.checks().stream()).filter(Check::ok).count();
		blocks.add(new Block.Paragraph((all == 0) ? "No run was finished, so nothing was checked."
				: "Checks: " + passed + " of " + all + " passed."));
		if (passed < all) {
			Table failed = new Table("Failed checks", List.of(Column.text("run"), Column.text("check"),
					Column.figures("value", ""), Column.figures("must be", ""), Column.text("")));
			outcomes.forEach((run) -> run.failedChecks()
				.forEach((check) -> failed.row(List.of(Cell.text(this.runs.label(run.run())), Cell.text(check.name()),
						value(check), Cell.figure(check.limit()), Cell.state(false, "FAILED")))));
			blocks.add(failed);
			blocks.add(new Block.Items("What they compare, and what a failure means:",
					outcomes.stream()
						.flatMap((run) -> run.failedChecks().stream())
						.map(Check::kind)
						.distinct()
						.map((kind) -> kind + ": " + kind.compares() + ". " + kind.failure() + ".")
						.toList()));
		}
		List<String> repeated = repeated();
		if (!repeated.isEmpty()) {
			blocks.add(new Block.Items("Repeated, because other programs disturbed a try; such tries count nowhere:",
					repeated));
		}
		outcomes.stream().filter((run) -> !run.checks().isEmpty()).forEach((run) -> blocks.add(all(run)));
		Map<String, TreeSet<String>> without = new LinkedHashMap<>();
		outcomes.forEach((run) -> run.notApplied()
			.forEach((kind, why) -> without.computeIfAbsent(kind + ": " + why, (key) -> new TreeSet<>())
				.add(this.runs.label(run.run()))));
		if (!without.isEmpty()) {
			blocks.add(new Block.Folded("Checks that do not apply, and why", null,
					List.of(new Block.Items("",
							without.entrySet()
								.stream()
								.map((entry) -> entry.getKey() + ((entry.getValue().size() < outcomes.size())
										? " (" + String.join("; ", entry.getValue()) + ")" : ""))
								.toList()))));
		}
		return new Section("Checks", true, blocks);
	}

	private Block all(Outcome run) {
		Table table = new Table("Checks: " + this.runs.label(run.run()), List.of(Column.text("check"),
				Column.figures("value", ""), Column.figures("must be", ""), Column.text(""), Column.text("compares")));
		Stream.concat(run.failedChecks().stream(), run.checks().stream().filter(Check::ok))
			.forEach((check) -> table.row(List.of(Cell.text(check.name()), value(check), Cell.figure(check.limit()),
					Cell.state(check.ok(), check.ok() ? "ok" : "FAILED"), Cell.text(check.kind().compares()))));
		long passed = run.checks().stream().filter(Check::ok).count();
		return new Block.Folded(this.runs.label(run.run()) + ": " + passed + " of " + run.checks().size() + " passed",
				passed == run.checks().size(), List.of(table));
	}

	private static Cell value(Check check) {
		Double value = check.value();
		return (value == null) ? Cell.figure("no data") : Cell.number(value, (value == Math.rint(value)) ? 0 : 4);
	}

	/** Each repeated run: how often, and what failed in each disturbed try. */
	private List<String> repeated() {
		return this.runs.outcomes()
			.stream()
			.filter((run) -> this.findings.repeated().containsKey(run.run().id()))
			.map((run) -> {
				List<Result.DisturbedTry> tries = Objects.requireNonNull(this.findings.repeated().get(run.run().id()));
				return this.runs.label(run.run()) + ", " + ((tries.size() == 1) ? "once" : tries.size() + " times")
						+ ": " + disturbed(tries);
			})
			.toList();
	}

	/** Each check that failed in a try, with the least and the most that was found. */
	private static String disturbed(List<Result.DisturbedTry> tries) {
		Map<String, List<Result.CheckResult>> failed = new LinkedHashMap<>();
		tries.forEach((one) -> one.failed()
			.forEach((check) -> failed.computeIfAbsent(check.name(), (name) -> new ArrayList<>()).add(check)));
		return failed.entrySet().stream().map((entry) -> {
			DoubleSummaryStatistics values = entry.getValue()
				.stream()
				.flatMap((check) -> Stream.ofNullable(check.value()))
				.mapToDouble(Double::doubleValue)
				.summaryStatistics();
			String least = Cell.format(values.getMin(), 4);
			String most = Cell.format(values.getMax(), 4);
			return entry.getKey()
					+ ((values.getCount() == 0) ? " was not measured"
							: " was " + (least.equals(most) ? most : least + " to " + most))
					+ ", must be " + entry.getValue().getFirst().limit();
		}).collect(Collectors.joining("; "));
	}

	private Section environment() {
		return new Section("Environment", false, EnvironmentSection.of(this.findings, this.runs));
	}

	private Section repeat() {
		Manifest manifest = this.findings.manifest();
		return new Section("Repeat it", false,
				List.of((manifest != null && !manifest.command().isEmpty())
						? new Block.Code("", List.of(EnvironmentSection.line(manifest.command())))
						: new Block.Paragraph("These samples were made elsewhere.")));
	}

	private static void add(List<Block> blocks, @Nullable Table table) {
		if (table != null) {
			blocks.add(table);
		}
	}

}
