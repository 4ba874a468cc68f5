package lab.harness.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;
import lab.harness.experiment.On;

/**
 * The result as Markdown, {@code report.md}.
 */
public final class MarkdownReport {

	/** Its name, in the folder of a result. */
	public static final String FILE = "report.md";

	private MarkdownReport() {
	}

	/**
	 * Writes the result.
	 * @param charts the charts of the runs, for what ran
	 */
	public static String of(Result result, List<RunCharts> charts) {
		StringBuilder text = new StringBuilder();
		text.append("# ").append(Table.escape(result.experiment())).append("\n\n");
		text.append(Table.escape(result.question())).append("\n\n");
		// Two spaces at the end of a line break it.
		text.append(Stream.of(Headline.lines(result))
			.map(Table::escape)
			.collect(Collectors.joining("  \n", "**", "**\n\n")));
		if (result.quick()) {
			text.append(
					"Quick: short windows, code compiled without the optimiser; not to be set against published figures.\n\n");
		}
		if (result.environment() != null && result.environment().on() == On.DOCKER) {
			text.append("In containers: backend, app and JMeter each in one of its own.\n\n");
		}
		if (result.prediction() != null) {
			text.append("Predicted before the run: ").append(Table.escape(result.prediction().words())).append("\n\n");
			Table predicted = StressTables.predicted(result);
			if (predicted != null) {
				section(text, "The prediction in figures: " + result.prediction().formula(), predicted);
			}
		}
		section(text, "Throughput", RunTables.throughput(result));
		text.append(Columns.of(result).note(result.quick())).append("\n\n");
		if (StressTables.any(result)) {
			section(text, "Under stress", StressTables.throughput(result));
			section(text, "What the app held", StressTables.held(result));
			Table causes = StressTables.causes(result);
			if (!causes.empty()) {
				section(text, "Failures by cause", causes);
			}
		}
		section(text, "Cost of a request", RunTables.cost(result));
		section(text, "95 % intervals", RunTables.summary(result));
		if (result.runs().stream().anyMatch((run) -> run.round() > 1)) {
			text.append("Student's t over the runs.\n\n");
		}
		else {
			text.append("One run each: the interval is what chance in the delays alone does to a run.\n\n");
		}
		section(text, "Checks", RunTables.checks(result));
		text.append(SpoiledRuns.markdown(result));
		StressTables.leftOut(result).forEach((line) -> text.append("- left out: ").append(line).append('\n'));
		text.append(StressTables.leftOut(result).isEmpty() ? "" : "\n");
		text.append("## Environment\n\n").append(environment(Conditions.of(result, charts)));
		return text.append(repeat(result.command())).toString();
	}

	private static void section(StringBuilder text, String title, Table table) {
		text.append("## ").append(title).append("\n\n").append(table.markdown()).append('\n');
	}

	private static String environment(Map<String, String> conditions) {
		StringBuilder rows = new StringBuilder("| | |\n|---|---|\n");
		conditions.forEach((name,
				words) -> rows.append("| ").append(name).append(" | ").append(Table.escape(words)).append(" |\n"));
		return rows.append('\n').toString();
	}

	/** In a block of its own: a word that holds a backtick would end any other. */
	private static String repeat(List<String> command) {
		return command.isEmpty() ? "" : "Repeat it:\n\n    " + Commands.line(command).replaceAll("\\R", " ") + "\n";
	}

}
