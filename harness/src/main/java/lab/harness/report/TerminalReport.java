package lab.harness.report;

import java.util.List;

import lab.harness.analysis.Check;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.experiment.On;

/**
 * The result for a terminal.
 */
public final class TerminalReport {

	private TerminalReport() {
	}

	/**
	 * Writes the result as plain text.
	 */
	public static String of(Result result) {
		StringBuilder text = new StringBuilder();
		text.append(result.question()).append('\n');
		if (result.quick()) {
			text.append(
					"Quick: short windows, code compiled without the optimiser; not to be set against published figures.\n");
		}
		if (result.environment() != null && result.environment().on() == On.DOCKER) {
			text.append("In containers: backend, app and JMeter each in one of its own.\n");
		}
		if (result.prediction() != null) {
			text.append("Predicted: ").append(result.prediction().words()).append('\n');
			Table predicted = StressTables.predicted(result);
			if (predicted != null) {
				text.append('\n').append(predicted.text());
			}
		}
		text.append('\n').append(RunTables.throughput(result).text());
		if (StressTables.any(result)) {
			text.append('\n').append(StressTables.throughput(result).text());
			text.append('\n').append(StressTables.held(result).text());
			Table causes = StressTables.causes(result);
			text.append(causes.empty() ? "" : "\n" + causes.text());
		}
		text.append('\n').append(RunTables.cost(result).text());
		if (result.rounds() > 1) {
			text.append('\n').append("95 % intervals over the runs:\n").append(RunTables.summary(result).text());
		}
		text.append('\n').append(checks(result.runs())).append(SpoiledRuns.text(result));
		return text.append('\n').append(String.join("\n", Headline.lines(result))).append('\n').toString();
	}

	private static String checks(List<RunResult> runs) {
		List<Check> all = runs.stream().flatMap((run) -> run.checks().stream()).toList();
		StringBuilder text = new StringBuilder();
		long ok = all.stream().filter(Check::ok).count();
		text.append("Checks: ").append(ok).append(" of ").append(all.size()).append(" passed.\n");
		for (RunResult run : runs) {
			for (Check check : run.failedChecks()) {
				text.append("  FAILED ")
					.append(run.variant())
					.append(", ")
					.append(run.point())
					.append(", round ")
					.append(run.round())
					.append(": ")
					.append(check.name())
					.append(" is ")
					.append(Figures.number(check.value(), 4))
					.append(", must be ")
					.append(check.limit())
					.append('\n');
			}
		}
		return text.toString();
	}

}
