package lab.harness.report;

import java.util.List;
import java.util.Map;

import lab.harness.analysis.Check;
import lab.harness.analysis.RunResult;

/**
 * The checks with their figures and limits, the failed ones first.
 */
final class CheckList {

	private static final Map<String, String> WORDS = Map.ofEntries(
			Map.entry("law", "throughput × mean latency ÷ users, by Little’s law 1"),
			Map.entry("below-ceiling", "throughput ÷ ceiling: nothing beats the law"),
			Map.entry("backend-gave-what-it-drew", "mean delay given less drawn, ms"),
			Map.entry("backend-drew-what-it-promised", "mean delay drawn less that of the distribution, ms"),
			Map.entry("ledger-sent", "requests sent less refused less received by the app"),
			Map.entry("ledger-app", "requests received by the app less answered less abandoned"),
			Map.entry("ledger-backend", "calls begun by the app less received by the backend less failed connects"),
			Map.entry("machine-idle", "share of the machine’s CPU time that was idle, or only kept it awake"),
			Map.entry("generator-idle",
					"share of the time of the generator’s own cores that was idle, or only kept them awake"),
			Map.entry("below-cpu-ceiling",
					"CPU time used ÷ that of the processors, which are full: nobody has more than there is"),
			Map.entry("machine-steal", "share of it that the host took away"),
			Map.entry("connections", "established connections: one for each user"),
			Map.entry("thread-kind", "share of the requests that the expected kind of thread served"),
			Map.entry("probe-coverage", "share of the window that the probe saw"),
			Map.entry("at-ceiling", "requests waiting at the backend ÷ those that can wait there"),
			Map.entry("steady", "throughput of the second half ÷ the first, each against its ceiling"),
			Map.entry("no-errors", "failed requests"),
			Map.entry("workers", "seconds that a remote worker was silent while another still sent"),
			Map.entry("law-in-flight", "requests on their way ÷ users, integrated over time"),
			Map.entry("arrivals", "requests sent ÷ those due: arrivals wait for no answer"),
			Map.entry("ledger-answers", "answers of the app less answers at the client"),
			Map.entry("no-leak", "permits and connections that nobody gave back"),
			Map.entry("threads-back", "platform threads after the drain less those before the load"),
			Map.entry("memory-back",
					"MiB of heap in use after the drain less those before the load, garbage collected"),
			Map.entry("no-zombie", "1 for a process that lives and does not answer"),
			Map.entry("none-lost", "requests that the app took and did not answer"),
			Map.entry("recovers", "seconds until 95 % of the throughput was back"));

	private CheckList() {
	}

	static String of(RunOrder order) {
		StringBuilder html = new StringBuilder();
		List<RunResult> failed = order.runs().stream().filter((run) -> !run.failedChecks().isEmpty()).toList();
		if (failed.isEmpty()) {
			html.append(Html.element("p", order.runs().isEmpty() ? "No run was finished, so nothing was checked."
					: "Every check passed in every run."));
		}
		else {
			HtmlTable table = table("Failed checks", true);
			failed.forEach((run) -> run.failedChecks().forEach((check) -> row(table, order.label(run), check, true)));
			html.append(table.html());
		}
		for (RunResult run : order.runs()) {
			html.append(details(order.label(run), run));
		}
		return html.toString();
	}

	private static String details(String label, RunResult run) {
		HtmlTable table = table("Checks: " + label, false);
		run.failedChecks().forEach((check) -> row(table, check.name(), check, false));
		run.checks().stream().filter(Check::ok).forEach((check) -> row(table, check.name(), check, false));
		long passed = run.checks().stream().filter(Check::ok).count();
		return "<details class=\"checks\"><summary>"
				+ Cell.state(run.valid(), label + ": " + passed + " of " + run.checks().size() + " passed").markup()
				+ "</summary>\n" + table.html() + "</details>\n";
	}

	private static HtmlTable table(String caption, boolean runs) {
		HtmlTable table = new HtmlTable(caption);
		if (runs) {
			table.column("run");
		}
		return table.column("check").column("value", "").column("must be", "").column("").column("what it is");
	}

	private static void row(HtmlTable table, String header, Check check, boolean named) {
		Cell value = (check.value() == null) ? Cell.text("no data")
				: Cell.number(check.value(), (check.value() == Math.rint(check.value())) ? 0 : 4);
		Cell limit = new Cell(Html.escape(check.limit()), "figure");
		Cell state = Cell.state(check.ok(), check.ok() ? "ok" : "FAILED");
		Cell words = new Cell(Html.escape(WORDS.getOrDefault(check.name(), "")), "words");
		table.row(header, named ? List.of(Cell.text(check.name()), value, limit, state, words)
				: List.of(value, limit, state, words));
	}

}
