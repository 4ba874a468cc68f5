package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Counts;
import lab.harness.model.ErrorKind;
import lab.harness.model.Failure;
import lab.harness.model.Figure;
import lab.harness.model.Form;
import lab.harness.model.Manifest;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Program;
import lab.harness.model.Published;
import lab.harness.model.RecordedLoad;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.Series;
import lab.harness.model.Series.Quantity;
import lab.harness.model.Series.Track;
import lab.harness.model.Variant;

/**
 * Findings for the tests of reports. The figures are simulated.
 */
final class ReportFixtures {

	private static final Check BUSY = Check.atLeast(CheckKind.MACHINE_IDLE, 0.02, 0.15);

	private ReportFixtures() {
	}

	/** All fixtures that have a golden file, by its name. */
	static Map<String, Findings> all() {
		Map<String, Findings> all = new LinkedHashMap<>();
		all.put("comparison", comparison());
		all.put("two-rounds", LawfulFindings.comparison(List.of(20.0), 8, 2));
		all.put("knees", LawfulFindings.comparison(List.of(100.0, 300.0, 2400.0), 8, 1));
		all.put("quick", quick(comparison()));
		all.put("outage", LawfulFindings.outage());
		all.put("cpu-pool", LawfulFindings.cpuPool());
		all.put("queues", LawfulFindings.queues());
		all.put("shares-of-published", sharesOfPublished());
		all.put("failed-run", failedRun());
		all.put("failed-check", failedCheck());
		all.put("disturbed", failing(BUSY));
		all.put("overloaded", failing(BUSY.blaming(CheckKind.Blame.LOAD)));
		all.put("repeated", repeated());
		all.put("nothing-finished", nothingFinished());
		all.put("markup", labelled("</script><script>window.evil=1</script><!--\u2028\u2029 & \"'"));
		return all;
	}

	static Findings comparison() {
		return LawfulFindings.comparison(List.of(20.0), 8, 1);
	}

	/** The same findings in the quick form. */
	private static Findings quick(Findings findings) {
		Manifest manifest = Objects.requireNonNull(findings.manifest());
		return new Findings(findings.name(),
				new Manifest(manifest.experiment(), manifest.runs(), 42, 1, Form.QUICK, manifest.command(),
						manifest.startedAt(), manifest.environment()),
				findings.outcomes(), Map.of(), findings.summary(), findings.verdict(), true, findings.records());
	}

	/** Programs whose published figures come from another machine. */
	private static Findings sharesOfPublished() {
		return LawfulFindings.with(LawfulFindings.cpuPool(),
				List.of(program("few", 600, 77.43), program("many", 540, 60.44)), List.of());
	}

	private static Outcome program(String variant, double tasks, double published) {
		return new Outcome(
				new Run(new Variant(variant, new Program("P", List.of(), null, null, List.of(), null), Axis.NONE,
						Published.of(published)), Point.NONE, 1, 42),
				Map.of(Metric.TASKS_PER_SECOND, Figure.of(Metric.TASKS_PER_SECOND, tasks)), List.of(), Map.of(),
				Counts.NONE, Behaviour.NONE, Series.NONE, null);
	}

	private static Findings failedRun() {
		Run run = comparison().outcomes().getFirst().run();
		return withFirst(Outcome.failed(run,
				new Failure("the app ended before it was ready", List.of("Unrecognized option: -XX:Wrong", "bye"))));
	}

	/** The first run fails these checks, and the others pass. */
	static Findings failing(Check... checks) {
		return withFirst(with(comparison().outcomes().getFirst(), List.of(checks)));
	}

	private static Findings withFirst(Outcome first) {
		Findings findings = comparison();
		List<Outcome> outcomes = new ArrayList<>(findings.outcomes());
		outcomes.set(0, first);
		return LawfulFindings.with(findings, outcomes, List.of(new Clause.Invalid(List.of(first), outcomes.size())));
	}

	private static Findings failedCheck() {
		Findings findings = comparison();
		List<Check> law = List.of(Check.within(CheckKind.LAW, 0.9, 0.99, 1.01));
		List<Outcome> outcomes = findings.outcomes().stream().map((outcome) -> with(outcome, law)).toList();
		return LawfulFindings.with(findings, outcomes, List.of(new Clause.Invalid(outcomes, outcomes.size())));
	}

	private static Outcome with(Outcome outcome, List<Check> checks) {
		return new Outcome(outcome.run(), outcome.figures(), checks, Map.of(), outcome.counts(), outcome.behaviour(),
				outcome.series(), null);
	}

	private static Findings repeated() {
		Findings findings = comparison();
		Result.CheckResult steal = new Result.CheckResult("machine-steal", 0.5, "<= 0.05", false);
		Result.CheckResult less = new Result.CheckResult("machine-steal", 0.25, "<= 0.05", false);
		return new Findings("comparison", findings.manifest(), findings.outcomes(),
				Map.of("webflux-20-r1",
						List.of(new Result.DisturbedTry(List.of(steal), "raw/a"),
								new Result.DisturbedTry(List.of(less), "raw/b"))),
				List.of(), findings.verdict(), true, Map.of());
	}

	private static Findings nothingFinished() {
		return new Findings("comparison", comparison().manifest(), List.of(), Map.of(), List.of(),
				List.of(new Clause.NothingFinished()), false, Map.of());
	}

	/** A JTL in which every text that comes from outside is this label. */
	static Findings labelled(String label) {
		Variant variant = new Variant(label, new RecordedLoad("load.jtl"), Axis.NONE, null);
		Outcome outcome = new Outcome(new Run(variant, new Point(Axis.USERS, 5), 1, 0),
				Map.of(Metric.THROUGHPUT, Figure.of(Metric.THROUGHPUT, 10), Metric.ERRORS, Figure.of(Metric.ERRORS, 1)),
				List.of(new Check(CheckKind.LAW, label, null, label, false)), Map.of(CheckKind.STEADY, label),
				new Counts(Map.of(ErrorKind.unanswered(label), 1L), Map.of(), Map.of(), Map.of(), Map.of()),
				Behaviour.NONE,
				new Series(0, 2, Map.of(Quantity.THROUGHPUT, new Track(List.of(0.0, 1.0), List.of(9.0, 11.0))),
						Map.of(), null, List.of()),
				null);
		Outcome failed = Outcome.failed(new Run(variant, new Point(Axis.USERS, 5), 2, 0),
				new Failure(label, List.of(label)));
		return new Findings(label, null, List.of(outcome, failed), Map.of(), List.of(),
				List.of(new Clause.ForeignSamples(Map.of(label, List.of(label)), true, true, List.of(label))), false,
				Map.of());
	}

}
