package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Check;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Result.DisturbedTry;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
import lab.harness.report.Table.Column;
import lab.harness.report.Table.Field;

/**
 * The section of the checks: those that failed first, then all of each run.
 */
final class CheckSection {

	private final ReportedRuns runs;

	private final List<Block> blocks = new ArrayList<>();

	private CheckSection(ReportedRuns runs) {
		this.runs = runs;
	}

	static Section of(ReportedRuns runs) {
		CheckSection section = new CheckSection(runs);
		List<FailedCheck> failed = runs.outcomes()
			.stream()
			.flatMap((run) -> run.failedChecks().stream().map((check) -> new FailedCheck(run, check)))
			.toList();
		int all = runs.outcomes().stream().mapToInt((run) -> run.checks().size()).sum();
		boolean finished = runs.outcomes().stream().anyMatch((run) -> run.failure() == null);
		section.blocks.add(new Block.Paragraph(!finished ? "No run was finished, so nothing was checked."
				: (all == 0) ? "No check applies." : "Checks: " + (all - failed.size()) + " of " + all + " passed."));
		if (!failed.isEmpty()) {
			section.addFailed(failed);
		}
		section.addRepeated();
		runs.outcomes().stream().filter((run) -> !run.checks().isEmpty()).forEach(section::addAll);
		section.addNotApplied();
		return new Section("Checks", true, section.blocks);
	}

	private record FailedCheck(Outcome run, Check check) {
	}

	private void addFailed(List<FailedCheck> failed) {
		this.blocks.add(Table.of("Failed checks", failed,
				List.of(Field.text("run", (row) -> this.runs.label(row.run().run())),
						Field.text("check", (row) -> row.check().name()),
						Field.figures("value", "", (row) -> value(row.check())),
						Field.figures("must be", "", (row) -> Cell.figure(row.check().limit())),
						Field.cells("", (row) -> Cell.state(false)))));
		this.blocks.add(new Block.Items("What each compares, and what a failure means:",
				failed.stream()
					.map((row) -> row.check().kind())
					.distinct()
					.map((kind) -> kind + ": " + kind.compares() + ". " + kind.failure() + ".")
					.toList()));
	}

	private void addAll(Outcome run) {
		String label = this.runs.label(run.run());
		List<Check> failed = run.failedChecks();
		Table table = Table.of("Checks: " + label,
				Stream.concat(failed.stream(), run.checks().stream().filter(Check::ok)).toList(),
				List.of(Field.text("check", Check::name), Field.figures("value", "", CheckSection::value),
						Field.figures("must be", "", (check) -> Cell.figure(check.limit())),
						Field.cells("", (check) -> Cell.state(check.ok())),
						Field.text("compares", (check) -> check.kind().compares())));
		int passed = run.checks().size() - failed.size();
		this.blocks.add(new Block.Folded(label + ": " + passed + " of " + run.checks().size() + " passed",
				failed.isEmpty(), List.of(table)));
	}

	private static Cell value(Check check) {
		Double value = check.value();
		return (value == null) ? Cell.figure("no data") : Cell.number(value, (value == Math.rint(value)) ? 0 : 4);
	}

	private void addRepeated() {
		List<RepeatedTry> tries = this.runs.outcomes()
			.stream()
			.flatMap((run) -> this.runs.findings()
				.repeated()
				.getOrDefault(run.run().id(), List.of())
				.stream()
				.map((disturbed) -> new RepeatedTry(run, disturbed)))
			.toList();
		if (tries.isEmpty()) {
			return;
		}
		List<Field<RepeatedTry>> fields = new ArrayList<>();
		fields.add(Field.text("run", (row) -> this.runs.label(row.run().run())));
		fields.add(Field.text("failed", (row) -> failures(row.disturbed())));
		Stream.of(this.runs.compared(), Metric.THROUGHPUT, Metric.OF_CEILING, Metric.APP_CPU)
			.distinct()
			.filter((metric) -> tries.stream().anyMatch((row) -> row.disturbed().figures().containsKey(metric)))
			.forEach((metric) -> fields
				.add(new Field<>(Column.of(metric), (row) -> Cell.of(metric, row.disturbed().figures().get(metric)))));
		this.blocks
			.add(Table.of("Repeated, because other programs disturbed these tries; no other figure contains them",
					tries, fields));
	}

	private record RepeatedTry(Outcome run, DisturbedTry disturbed) {
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
			this.blocks
				.add(new Block.Folded("Checks that do not apply, and why", null, List.of(new Block.Items("", items))));
		}
	}

}
