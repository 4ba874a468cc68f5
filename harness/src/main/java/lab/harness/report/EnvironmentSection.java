package lab.harness.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;
import lab.harness.probe.RunRecord;
import lab.harness.target.Terms;

/**
 * What could change a result: the machine, the terms of each app, the commands.
 */
final class EnvironmentSection {

	private static final long MIB = 1024 * 1024;

	private EnvironmentSection() {
	}

	/** A row for each thing that could change the result. */
	static String machine(Result result, List<RunCharts> charts) {
		Map<String, String> conditions = Conditions.of(result, charts);
		return conditions.isEmpty() ? ""
				: "<dl>" + conditions.entrySet()
					.stream()
					.map((fact) -> Html.element("dt", fact.getKey()) + Html.element("dd", fact.getValue()))
					.collect(Collectors.joining("\n")) + "</dl>\n";
	}

	/** What each app said of itself, once for each variant. */
	static String terms(List<RunCharts> charts, RunOrder order) {
		if (byVariant(charts, order).isEmpty()) {
			return "";
		}
		HtmlTable table = new HtmlTable("What each app said of itself").column("variant")
			.column("request threads", "")
			.column("HTTP client")
			.column("connections", "")
			.column("collector")
			.column("heap", "MiB")
			.column("cores", "")
			.column("JDK")
			.column("keep-alive")
			.column("delays of the backend");
		byVariant(charts, order).forEach((variant, run) -> {
			Terms terms = run.terms();
			Integer threads = terms.requestThreads();
			table.row(variant,
					List.of((threads != null) ? Cell.number(threads, 0) : Cell.text("no limit"),
							Cell.text(terms.httpClient()), Cell.number(terms.backendConnections(), 0),
							Cell.text(terms.collector()), Cell.number(terms.heapMaxBytes() / MIB, 0),
							Cell.number(terms.cores(), 0), Cell.text(terms.jdk()), Cell.text(terms.keepAlive()),
							Cell.text(run.latency())));
		});
		return table.html();
	}

	/** The exact command of each process, once for each variant. */
	static String commands(List<RunCharts> charts, RunOrder order) {
		if (byVariant(charts, order).isEmpty()) {
			return "";
		}
		StringBuilder html = new StringBuilder("<details><summary>The command of each process</summary>\n");
		byVariant(charts, order).forEach((variant, run) -> html.append(Html.element("h3", variant))
			.append(pre(Commands.relative(run.commands().backend(), run.commands())))
			.append(pre(Commands.relative(run.commands().app(), run.commands())))
			.append(pre(Commands.relative(run.commands().generator(), run.commands()))));
		return html.append("</details>\n").toString();
	}

	/** The command that repeats a result, ready to be copied into a shell. */
	static String repeat(Result result) {
		return result.command().isEmpty() ? Html.element("p", "These samples were made elsewhere.")
				: pre(result.command());
	}

	private static Map<String, RunRecord> byVariant(List<RunCharts> charts, RunOrder order) {
		Map<String, RunRecord> runs = new LinkedHashMap<>();
		for (String variant : order.variants()) {
			charts.stream()
				.filter((chart) -> chart.variant().equals(variant))
				.findFirst()
				.map(RunCharts::run)
				.ifPresent((run) -> runs.put(variant, run));
		}
		return runs;
	}

	private static String pre(List<String> words) {
		return "<pre tabindex=\"0\">" + Html.element("code", Commands.line(words)) + "</pre>\n";
	}

	/** A word of a POSIX shell. */
	static String quote(String word) {
		return word.matches("[\\w@%+=:,./~-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
	}

}
