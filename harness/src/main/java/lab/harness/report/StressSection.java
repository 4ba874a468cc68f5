package lab.harness.report;

import lab.harness.analysis.Result;

/**
 * The section of the page that only runs under stress have: the tables, and places for
 * the charts.
 */
final class StressSection {

	private StressSection() {
	}

	static String of(Result result) {
		if (!StressTables.any(result)) {
			return "";
		}
		StringBuilder html = new StringBuilder("<section>\n<h2>What happened under stress</h2>\n");
		html.append(StressTables.throughput(result).html("Throughput before, under and after what went wrong"));
		html.append(Html.element("p", "class=\"note\"",
				"Lowest and back: means of successful requests over 3 s; back is 95 % of before. Lost: the app had "
						+ "the request, and no answer came. Kept: /sleep/1 and health, asked 20 times a second beside "
						+ "the load, answered well within 1 s, as a share of that before."));
		html.append("<div id=\"timeline\"></div>\n");
		html.append(StressTables.held(result).html("What the app held, and gave back"));
		Table causes = StressTables.causes(result);
		html.append(causes.empty() ? Html.element("p", "Nothing failed, on either side.") + "\n"
				: causes.html("Failures by cause, on both sides"));
		if (!StressTables.leftOut(result).isEmpty()) {
			html.append("<details><summary>Checks left out, and why</summary><ul>\n");
			StressTables.leftOut(result).forEach((line) -> html.append(Html.element("li", line)).append('\n'));
			html.append("</ul></details>\n");
		}
		return html.append("</section>\n").toString();
	}

	/** The prediction beside the outcome, or nothing where there is none. */
	static String prediction(Result result) {
		if (result.prediction() == null) {
			return "";
		}
		Table table = StressTables.predicted(result);
		return "<p class=\"note\"><b>Predicted before the run:</b> " + Html.escape(result.prediction().words())
				+ "</p>\n"
				+ ((table != null) ? table
					.html("The prediction in figures: " + result.prediction().formula() + ", beside what was found")
						: "");
	}

}
