package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Metric;
import lab.harness.model.result.Check;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.DisturbedTry;
import lab.harness.report.Document.Section;
import lab.harness.report.ReportedRuns.Part;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import lab.harness.report.Table.Field;

/**
 * The section of the checks: those that failed; one line for the others, whose values are
 * in {@code result.json}.
 */
record CheckSection(ReportedRuns runs, List<Block> blocks) {

	static Section of(ReportedRuns runs) {
		CheckSection section = new CheckSection(runs, new ArrayList<>());
		List<Part<Check>> failed = runs.parts(Outcome::failedChecks);
		int all = runs.outcomes().stream().mapToInt((run) -> run.checks().size()).sum();
		boolean finished = runs.outcomes().stream().anyMatch((run) -> run.failure() == null);
		section.blocks.add(new Block.Paragraph(!finished
				? ((runs.experiment() != null) ? "No run was finished, so nothing was checked."
						: "Nothing was checked.")
				: (all == 0) ? "No check applies." : "Checks: " + (all - failed.size()) + " of " + all + " passed."));
		if (!failed.isEmpty()) {
			section.addFailed(failed);
		}
		section.addRepeated();
		section.addNotApplied();
		return new Section("Checks", true, section.blocks);
	}

	private void addFailed(List<Part<Check>> failed) {
		this.blocks.add(Table.of("Failed checks", failed,
				List.of(Field.text("run", Part::label), Field.text("check", (row) -> row.value().name()),
						Field.figures("value", "", (row) -> value(row.value())),
						Field.figures("must be", "", (row) -> Cell.figure(row.value().limit())))));
		this.blocks.add(new Block.Items("What each compares, and what a failure means:",
				failed.stream()
					.map((row) -> row.value().kind())
					.distinct()
					.map((kind) -> kind + ": " + kind.compares() + ". " + kind.failure() + ".")
					.toList()));
	}

	private static Cell value(Check check) {
		Double value = check.value();
		return (value == null) ? Cell.figure("no data") : Cell.number(value, (value == Math.rint(value)) ? 0 : 4);
	}

	private void addRepeated() {
		List<Part<DisturbedTry>> tries = this.runs
			.parts((run) -> this.runs.findings().repeated().getOrDefault(run.run().id(), List.of()));
		if (tries.isEmpty()) {
			return;
		}
		List<Field<Part<DisturbedTry>>> fields = new ArrayList<>();
		fields.add(Field.text("run", Part::label));
		fields.add(Field.text("failed", (row) -> failures(row.value())));
		Stream.of(this.runs.compared(), Metric.THROUGHPUT, Metric.OF_CEILING, Metric.APP_CPU)
			.distinct()
			.filter((metric) -> tries.stream().anyMatch((row) -> row.value().figures().containsKey(metric)))
			.forEach((metric) -> fields
				.add(new Field<>(Column.of(metric), (row) -> Cell.of(metric, row.value().figures().get(metric)))));
		this.blocks
			.add(Table.of("Repeated, because other programs disturbed these tries; no other figure contains them",
					tries, fields));
	}

	private static String failures(DisturbedTry disturbed) {
		return disturbed.failed()
			.stream()
			.map((check) -> check.name()
					+ ((check.value() == null) ? " was not measured" : " was " + Text.number(check.value(), 4))
					+ ", must be " + check.limit())
			.collect(Collectors.joining("; "));
	}

	private void addNotApplied() {
		Map<String, Set<String>> labels = new LinkedHashMap<>();
		this.runs.outcomes()
			.forEach((run) -> run.notApplied()
				.forEach((kind, why) -> labels.computeIfAbsent(kind + ": " + why, (key) -> new TreeSet<>())
					.add(this.runs.label(run.run()))));
		if (!labels.isEmpty()) {
			List<String> items = new ArrayList<>();
			labels.forEach((check, of) -> items
				.add(check + ((of.size() < this.runs.outcomes().size()) ? " (" + String.join("; ", of) + ")" : "")));
			this.blocks.add(new Block.Folded("Checks that do not apply, and why", List.of(new Block.Items("", items))));
		}
	}

}
