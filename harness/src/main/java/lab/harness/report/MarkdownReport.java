package lab.harness.report;

import java.util.List;

import lab.harness.analysis.Result;
import lab.harness.probe.Environment;

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
	 */
	public static String of(Result result) {
		StringBuilder text = new StringBuilder();
		text.append("# ").append(Table.escape(result.experiment())).append("\n\n");
		text.append(Table.escape(result.question())).append("\n\n");
		text.append("**").append(Table.escape(result.verdict())).append("**\n\n");
		if (result.quick()) {
			text.append("Quick: short windows; not to be set against published figures.\n\n");
		}
		section(text, "Throughput", RunTables.throughput(result));
		text.append(Columns.of(result).note(result.quick())).append("\n\n");
		section(text, "Cost of a request", RunTables.cost(result));
		section(text, "95 % intervals", RunTables.summary(result));
		if (result.runs().stream().anyMatch((run) -> run.round() > 1)) {
			text.append("Student's t over the runs.\n\n");
		}
		else {
			text.append("One run each: the interval is what chance in the delays alone does to a run.\n\n");
		}
		section(text, "Checks", RunTables.checks(result));
		Environment environment = result.environment();
		if (environment != null) {
			text.append("## Environment\n\n").append(environment(environment));
		}
		return text.append(repeat(result.command())).toString();
	}

	private static void section(StringBuilder text, String title, Table table) {
		text.append("## ").append(title).append("\n\n").append(table.markdown()).append('\n');
	}

	private static String environment(Environment environment) {
		return environment.cores() + " cores (" + environment.cpu() + "), " + environment.memoryMiB() + " MiB, "
				+ environment.os() + ", JDK " + environment.jdk() + ", commit " + environment.commit()
				+ (environment.dirty() ? " with changes not committed" : "") + ".\n\n";
	}

	private static String repeat(List<String> command) {
		return command.isEmpty() ? "" : "Repeat it: `" + String.join(" ", command) + "`\n";
	}

}
