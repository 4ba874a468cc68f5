package lab.harness.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.Check;
import lab.harness.model.Outcome;
import lab.harness.model.Result.CheckResult;
import lab.harness.model.Result.DisturbedTry;
import lab.harness.report.Document.Section;
import lab.harness.report.Table.Cell;
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
		section.blocks.add(new Block.Paragraph((all == 0) ? "No run was finished, so nothing was checked."
				: "Checks: " + (all - failed.size()) + " of " + all + " passed."));
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
		List<String> repeated = new ArrayList<>();
		this.runs.outcomes().forEach((run) -> {
			List<DisturbedTry> tries = this.runs.findings().repeated().getOrDefault(run.run().id(), List.of());
			if (!tries.isEmpty()) {
				repeated.add(this.runs.label(run.run()) + ", "
						+ ((tries.size() == 1) ? "once" : tries.size() + " times") + ": " + failures(tries));
			}
		});
		if (!repeated.isEmpty()) {
			this.blocks.add(new Block.Items(
					"Repeated, because other programs disturbed a try; no figure contains a disturbed try:", repeated));
		}
	}

	private static String failures(List<DisturbedTry> tries) {
		Map<String, List<CheckResult>> failed = new LinkedHashMap<>();
		tries.forEach((one) -> one.failed()
			.forEach((check) -> failed.computeIfAbsent(check.name(), (name) -> new ArrayList<>()).add(check)));
		return failed.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + range(entry.getValue()) + ", must be "
					+ entry.getValue().getFirst().limit())
			.collect(Collectors.joining("; "));
	}

	private static String range(List<CheckResult> checks) {
		DoubleSummaryStatistics values = checks.stream()
			.flatMap((check) -> Stream.ofNullable(check.value()))
			.mapToDouble(Double::doubleValue)
			.summaryStatistics();
		String least = Text.number(values.getMin(), 4);
		String most = Text.number(values.getMax(), 4);
		return (values.getCount() == 0) ? " was not measured"
				: " was " + (least.equals(most) ? most : least + " to " + most);
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
