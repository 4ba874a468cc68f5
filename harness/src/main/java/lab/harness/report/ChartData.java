package lab.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import lab.harness.analysis.Findings;
import lab.harness.analysis.LittlesLaw;
import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.Series;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the charts as JSON for a script element. Columns rather than rows keep
 * it small.
 */
record ChartData(ReportedRuns runs) {

	static String of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		ChartData data = new ChartData(runs);
		Metric compared = runs.compared();
		Map<String, Object> charts = new LinkedHashMap<>();
		charts.put("metric", Map.of("label", compared.label(), "unit", compared.unit(), "digits", compared.digits(),
				"factor", compared.share() ? 100 : 1));
		charts.put("runs", runs.outcomes().stream().filter((run) -> run.failure() == null).map(data::run).toList());
		charts.put("intervals", data.intervals());
		charts.put("knees", findings.claims(Claim.Knee.class).filter((knee) -> knee.cause() != null).toList());
		return escape(DataFile.line(charts));
	}

	/** Escapes the characters that could end the script element or break a line. */
	static String escape(String json) {
		return json.replace("&", "\\u0026")
			.replace("<", "\\u003c")
			.replace(">", "\\u003e")
			.replace("\u2028", "\\u2028")
			.replace("\u2029", "\\u2029");
	}

	private Map<String, @Nullable Object> run(Outcome outcome) {
		Run run = outcome.run();
		Series series = outcome.series();
		boolean rate = this.runs.compared().unit().endsWith("/s") && !this.runs.hasOpenLoadOrFaults();
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("variant", Text.clean(run.variant().name()));
		data.put("place", this.runs.variants().indexOf(run.variant().name()));
		data.put("group", (run.point().words().isEmpty() ? "" : run.point().words() + ", ") + "round " + run.round());
		data.put("axis", run.point().axis());
		data.put("point", run.point().value());
		data.put("delay", (run.variant().subject() instanceof Service service) ? service.latencyText() : null);
		data.put("value", outcome.value(this.runs.compared()));
		data.put("ceiling", rate ? first(outcome, Metric.CEILING, Metric.TASKS_CEILING) : null);
		data.put("law", rate ? first(outcome, Metric.NOMINAL_CEILING, Metric.TASKS_CEILING) : null);
		data.put("cpu", rate ? outcome.value(Metric.CPU_CEILING) : null);
		data.put("latency", outcome.value(Metric.LATENCY_MEAN));
		data.put("result", totals(outcome));
		data.put("window", List.of(series.windowBegin(), series.windowEnd()));
		Map<String, Series.Track> tracks = new TreeMap<>();
		series.tracks().forEach((quantity, track) -> tracks.put(quantity.toString(), track));
		series.errors().forEach((kind, track) -> tracks.put("errors: " + Text.clean(kind.toString()), track));
		data.put("tracks", tracks);
		data.put("latencies", series.latencies());
		data.put("shades", outcome.behaviour().faults());
		data.put("events", series.events());
		return data;
	}

	/** The figures of the whole run, which a replay shows at its end. */
	private Map<String, @Nullable Object> totals(Outcome outcome) {
		Map<String, @Nullable Object> totals = new LinkedHashMap<>();
		totals.put("throughput", outcome.value(Metric.THROUGHPUT));
		totals.put("ceiling", this.runs.hasOpenLoadOrFaults() ? null : outcome.value(Metric.CEILING));
		totals.put("inFlight", inFlight(outcome));
		totals.put("threads", outcome.value(Metric.PLATFORM_THREADS_MEAN));
		totals.put("errors", outcome.value(Metric.ERRORS));
		return totals;
	}

	/** Mean requests in flight by Little's law; under faults the peak in the app. */
	private @Nullable Double inFlight(Outcome outcome) {
		Double throughput = outcome.value(Metric.THROUGHPUT);
		Double latency = outcome.value(Metric.LATENCY_MEAN);
		return this.runs.hasOpenLoadOrFaults() ? outcome.value(Metric.IN_FLIGHT_PEAK)
				: (throughput != null && latency != null) ? (Double) LittlesLaw.inFlight(throughput, latency) : null;
	}

	private static @Nullable Double first(Outcome outcome, Metric one, Metric other) {
		Double value = outcome.value(one);
		return (value != null) ? value : outcome.value(other);
	}

	/** The 95 % interval of the compared metric at each point that has one. */
	private List<Map<String, Object>> intervals() {
		List<Map<String, Object>> intervals = new ArrayList<>();
		for (Result.Summary summary : this.runs.findings().summary()) {
			Result.Interval interval = summary.figures().get(this.runs.compared());
			Double low = (interval != null) ? interval.low() : null;
			Double high = (interval != null) ? interval.high() : null;
			if (low != null && high != null) {
				intervals.add(Map.of("variant", Text.clean(summary.variant()), "point", summary.point().value(), "low",
						low, "high", high));
			}
		}
		return intervals;
	}

}
