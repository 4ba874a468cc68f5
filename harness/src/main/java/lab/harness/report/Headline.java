package lab.harness.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Check;
import lab.harness.analysis.LatencySummary;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.experiment.On;

/**
 * The first screen: the verdict, whether it can be trusted, and the table beside it.
 */
final class Headline {

	/** Characters that are still read at a glance in large letters. */
	private static final int MOST_THAT_STANDS_OUT = 300;

	private Headline() {
	}

	/**
	 * The first sentence stands out, the rest explains it. Of several load points, and of
	 * runs under stress, each has a line; and so has each part of a sentence that is too
	 * long to stand out.
	 */
	static String verdict(Result result) {
		String[] lines = lines(result);
		if (lines.length > 1) {
			return list(lines);
		}
		String[] sentences = result.verdict().split("(?<=\\.) ", 2);
		return ((sentences[0].length() > MOST_THAT_STANDS_OUT) ? list(sentences[0].split("(?<=;) "))
				: Html.element("p", "class=\"verdict\"", sentences[0]) + "\n")
				+ ((sentences.length > 1) ? Html.element("p", "class=\"more\"", sentences[1]) + "\n" : "");
	}

	/** The verdict, a line for each load point and for each run under stress. */
	static String[] lines(Result result) {
		// A run under stress begins with its name, and no answer begins with neither.
		String begin = StressTables.any(result) ? "[^.:;]+: " : "\\d+ users: ";
		return result.verdict().split("(?<=\\.) (?=" + begin + ")");
	}

	private static String list(String[] lines) {
		return Stream.of(lines)
			.map((line) -> Html.element("li", line))
			.collect(Collectors.joining("\n", "<ul class=\"verdict\">", "</ul>\n"));
	}

	/** Whether it can be trusted, in words and shapes. */
	static String badges(Result result) {
		List<Check> checks = result.runs().stream().flatMap((run) -> run.checks().stream()).toList();
		long failed = checks.stream().filter((check) -> !check.ok()).count();
		StringBuilder badges = new StringBuilder();
		badges.append(badge(failed == 0 && !checks.isEmpty(),
				(failed == 0) ? "valid: " + checks.size() + " of " + checks.size() + " checks passed"
						: "not to be trusted: " + failed + " of " + checks.size() + " checks failed"));
		if (!result.complete()) {
			badges.append(badge(false, "incomplete: not every planned run was finished"));
		}
		if (result.quick()) {
			badges.append(Html.element("span", "class=\"badge\"", "quick: short windows"));
		}
		if (result.environment() != null && result.environment().on() == On.DOCKER) {
			badges.append(Html.element("span", "class=\"badge\"", "in containers"));
		}
		return badges.toString();
	}

	private static String badge(boolean ok, String words) {
		return "<span class=\"badge " + (ok ? "ok\">✓ " : "failed\">✗ ") + Html.escape(words) + "</span>";
	}

	/** Ours, ceiling, share of it, and what others say, side by side. */
	static String table(Result result, RunOrder order) {
		Columns columns = Columns.of(result);
		HtmlTable table = order.table("Throughput").column("ours", "req/s");
		if (columns.ceiling()) {
			table.column("ceiling", "req/s").column("of ceiling", "");
		}
		if (columns.cpu()) {
			table.column("CPU ceiling", "req/s").column("of CPU ceiling", "");
		}
		if (columns.first() != null) {
			table.column("of the first", "").column("published", "req/s").column("of its first", "");
		}
		if (columns.published()) {
			table.column("JMeter’s summary", "req/s").column("published", "req/s");
		}
		table.column("p50", "ms").column("p99", "ms").column("errors", "");
		for (RunResult run : order.runs()) {
			LatencySummary latency = run.latencyMs();
			List<Cell> cells = order.cells(run);
			cells.add(new Cell(Cell.number(run.throughput(), 1).markup(), "ours"));
			if (columns.ceiling()) {
				cells.addAll(List.of(Cell.number(run.ceiling(), 1), Cell.percent(run.ofCeiling())));
			}
			if (columns.cpu()) {
				cells.addAll(List.of(Cell.number(run.cpuCeiling(), 1), Cell.percent(Columns.ofCpu(run))));
			}
			Columns.First first = columns.first();
			if (first != null) {
				cells.addAll(List.of(Cell.percent(run.throughput() / first.throughput()),
						Cell.number(run.published(), 2), Cell.percent(columns.publishedShare(run))));
			}
			if (columns.published()) {
				cells.addAll(List.of(Cell.number(run.jmeterSummary(), 1), Cell.number(run.published(), 0)));
			}
			cells.add((latency != null) ? Cell.number(latency.p50(), 0) : new Cell("no data", "none"));
			cells.add((latency != null) ? Cell.number(latency.p99(), 0) : new Cell("no data", "none"));
			cells.add(Cell.number(run.errors(), 0));
			table.row(run.variant(), cells);
		}
		return table.html();
	}

	/** How the columns differ. */
	static String note(Result result) {
		return Columns.of(result).note(result.quick());
	}

}
