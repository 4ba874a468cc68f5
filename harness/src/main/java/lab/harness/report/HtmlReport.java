package lab.harness.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;

/**
 * The result as a page, {@code report.html}: one file that needs no network. The same
 * result and charts give the same bytes.
 */
public final class HtmlReport {

	/** Its name, in the folder of a result. */
	public static final String FILE = "report.html";

	/** In the head of every page, so that one can be told from a file of the user. */
	public static final String GENERATOR = "<meta name=\"generator\" content=\"bench report\">";

	private static final List<String> SCRIPTS = List.of("frame.js", "tables.js", "throughput.js", "latency.js",
			"usage.js", "users.js", "timeline.js", "page.js");

	private HtmlReport() {
	}

	/**
	 * Writes the result.
	 * @param charts the charts of the runs, in any order; a run without is left out of
	 * the charts
	 */
	public static String of(Result result, List<RunCharts> charts) {
		RunOrder order = new RunOrder(result);
		Map<String, String> values = new HashMap<>();
		values.put("uplotLicense", Template.read("uPlot.LICENSE"));
		values.put("uplotCss", Template.read("uPlot.min.css"));
		values.put("css",
				Stream.of("page.css", "charts.css", "print.css").map(Template::read).collect(Collectors.joining()));
		values.put("uplot", Template.read("uPlot.iife.min.js"));
		values.put("script", SCRIPTS.stream().map(Template::read).collect(Collectors.joining()));
		values.put("data", ChartData.of(result, charts, order));
		values.put("generator", GENERATOR);
		values.put("experiment", Html.escape(result.experiment()));
		values.put("question", Html.escape(result.question()));
		values.put("verdict", Headline.verdict(result));
		values.put("badges", Headline.badges(result));
		values.put("headline", Headline.table(result, order));
		values.put("note", Html.escape(Headline.note(result)));
		values.put("dots", DotPlot.of(result, order));
		values.put("interval", Html.escape(interval(result)));
		values.put("prediction", StressSection.prediction(result));
		values.put("stress", StressSection.of(result));
		values.put("cost", CostTable.of(result, order));
		values.put("errors", ErrorTable.of(order));
		values.put("checks", CheckList.of(order) + SpoiledRuns.html(result));
		values.put("machine", EnvironmentSection.machine(result, charts));
		values.put("terms", EnvironmentSection.terms(charts, order));
		values.put("commands", EnvironmentSection.commands(charts, order));
		values.put("repeat", EnvironmentSection.repeat(result));
		return Template.fill("report.html", values);
	}

	private static String interval(Result result) {
		return (result.rounds() > 1) ? "The bar is the 95 % interval over the runs (Student’s t)."
				: "One run each: the bar is what chance in the delays alone does to a run (95 %).";
	}

}
