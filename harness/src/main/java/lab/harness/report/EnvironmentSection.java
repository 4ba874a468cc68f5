package lab.harness.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;
import lab.harness.probe.Environment;
import lab.harness.probe.RunRecord;
import lab.harness.target.Terms;

/**
 * What could change a result: the machine, the terms of each app, the commands.
 */
final class EnvironmentSection {

	private static final long MIB = 1024 * 1024;

	private EnvironmentSection() {
	}

	static String machine(Result result) {
		Map<String, String> facts = new LinkedHashMap<>();
		Environment environment = result.environment();
		if (environment != null) {
			facts.put("Machine",
					environment.cores() + " cores, " + environment.cpu() + ", " + environment.memoryMiB() + " MiB");
			facts.put("System", environment.os());
			facts.put("JDK of the services", environment.jdk());
			facts.put("Commit", environment.commit() + (environment.dirty() ? ", with changes not committed" : ""));
		}
		facts.put("Seed", String.valueOf(result.seed()));
		facts.put("Rounds", String.valueOf(result.rounds()));
		return "<dl>" + facts.entrySet()
			.stream()
			.map((fact) -> Html.element("dt", fact.getKey()) + Html.element("dd", fact.getValue()))
			.collect(Collectors.joining("\n")) + "</dl>\n";
	}

	/** What each app said of itself, once for each variant. */
	static String terms(List<RunCharts> charts, RunOrder order) {
		if (charts.isEmpty()) {
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
		if (charts.isEmpty()) {
			return "";
		}
		StringBuilder html = new StringBuilder("<details><summary>The command of each process</summary>\n");
		byVariant(charts, order).forEach((variant, run) -> html.append(Html.element("h3", variant))
			.append(pre(run.commands().backend()))
			.append(pre(run.commands().app()))
			.append(pre(run.commands().generator())));
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
				.ifPresent((chart) -> runs.put(variant, chart.run()));
		}
		return runs;
	}

	private static String pre(List<String> words) {
		return "<pre tabindex=\"0\">"
				+ Html.element("code", words.stream().map(EnvironmentSection::quote).collect(Collectors.joining(" ")))
				+ "</pre>\n";
	}

	/** A word of a POSIX shell. */
	static String quote(String word) {
		return word.matches("[\\w@%+=:,./~-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
	}

}
