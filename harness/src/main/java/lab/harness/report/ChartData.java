package lab.harness.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import lab.harness.analysis.Clause;
import lab.harness.analysis.Findings;
import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Result;
import lab.harness.model.Run;
import lab.harness.model.Series;
import lab.harness.model.Service;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the charts as JSON for a script element. Columns rather than rows, and
 * six digits, keep it small.
 */
final class ChartData {

	private static final MathContext DIGITS = new MathContext(6);

	private final ReportedRuns runs;

	private ChartData(ReportedRuns runs) {
		this.runs = runs;
	}

	static String of(Findings findings) {
		ReportedRuns runs = ReportedRuns.of(findings);
		ChartData data = new ChartData(runs);
		Metric compared = runs.compared();
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("metric", metric(compared));
		all.put("runs", runs.outcomes().stream().filter((run) -> run.failure() == null).map(data::run).toList());
		all.put("intervals", intervals(findings, compared));
		all.put("knees", knees(findings));
		return escape(DataFile.line(all));
	}

	/** Escapes the characters that could end the script element or break a line. */
	static String escape(String json) {
		return json.replace("&", "\\u0026")
			.replace("<", "\\u003c")
			.replace(">", "\\u003e")
			.replace("\u2028", "\\u2028")
			.replace("\u2029", "\\u2029");
	}

	private static Map<String, Object> metric(Metric metric) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("label", metric.label());
		data.put("unit", metric.unit());
		data.put("digits", metric.digits());
		data.put("factor", metric.share() ? 100 : 1);
		return data;
	}

	private Map<String, @Nullable Object> run(Outcome outcome) {
		Run run = outcome.run();
		Series series = outcome.series();
		boolean rate = this.runs.compared().unit().endsWith("/s") && !this.runs.hasOpenLoadOrFaults();
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("variant", Text.clean(run.variant().name()));
		data.put("place", this.runs.place(run));
		data.put("group", (run.point().words().isEmpty() ? "" : run.point().words() + ", ") + "round " + run.round());
		data.put("axis", run.point().axis());
		data.put("point", rounded(run.point().value()));
		data.put("delay", (run.variant().subject() instanceof Service service) ? service.latency().text() : null);
		data.put("value", rounded(outcome.value(this.runs.compared())));
		data.put("ceiling", rate ? rounded(first(outcome, Metric.CEILING, Metric.TASKS_CEILING)) : null);
		data.put("law", rate ? rounded(first(outcome, Metric.NOMINAL_CEILING, Metric.TASKS_CEILING)) : null);
		data.put("cpu", rate ? rounded(outcome.value(Metric.CPU_CEILING)) : null);
		data.put("latency", rounded(outcome.value(Metric.LATENCY_MEAN)));
		data.put("result", result(outcome));
		data.put("window", List.of(series.windowBegin(), series.windowEnd()));
		Map<String, Object> tracks = new TreeMap<>();
		series.tracks().forEach((quantity, track) -> tracks.put(quantity.toString(), track(track)));
		series.errors().forEach((kind, track) -> tracks.put("errors: " + Text.clean(kind.toString()), track(track)));
		data.put("tracks", tracks);
		data.put("latencies", (series.latencies() != null) ? latencies(series.latencies()) : null);
		data.put("shades", outcome.behaviour().faults());
		data.put("events", series.events());
		return data;
	}

	/** The figures of the whole run, which a replay shows at its end. */
	private Map<String, @Nullable Object> result(Outcome outcome) {
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("throughput", rounded(outcome.value(Metric.THROUGHPUT)));
		data.put("ceiling", this.runs.hasOpenLoadOrFaults() ? null : rounded(outcome.value(Metric.CEILING)));
		data.put("inFlight", rounded(inFlight(outcome)));
		data.put("threads", rounded(outcome.value(Metric.PLATFORM_THREADS_MEAN)));
		data.put("errors", rounded(outcome.value(Metric.ERRORS)));
		return data;
	}

	/** Mean requests in flight by Little's law; under faults the peak in the app. */
	private @Nullable Double inFlight(Outcome outcome) {
		Double throughput = outcome.value(Metric.THROUGHPUT);
		Double latency = outcome.value(Metric.LATENCY_MEAN);
		return this.runs.hasOpenLoadOrFaults() ? outcome.value(Metric.IN_FLIGHT_PEAK)
				: (throughput != null && latency != null) ? (Double) (throughput * latency / 1000) : null;
	}

	private static @Nullable Double first(Outcome outcome, Metric one, Metric other) {
		Double value = outcome.value(one);
		return (value != null) ? value : outcome.value(other);
	}

	private static Map<String, Object> track(Series.Track track) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("at", column(track.at()));
		data.put("values", column(track.values()));
		return data;
	}

	private static Map<String, Object> latencies(Series.Latencies latencies) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("share", column(latencies.shares()));
		data.put("ms", latencies.millis());
		data.put("known", column(latencies.knownMillis()));
		data.put("width", latencies.bins().widthMillis());
		data.put("beyond", latencies.bins().beyond());
		data.put("bins", column(latencies.bins().shares()));
		data.put("knownBins", column(latencies.bins().knownShares()));
		return data;
	}

	private static List<Map<String, @Nullable Object>> intervals(Findings findings, Metric metric) {
		List<Map<String, @Nullable Object>> all = new ArrayList<>();
		for (Result.Summary summary : findings.summary()) {
			Result.Interval interval = summary.figures().get(metric);
			if (interval != null) {
				Map<String, @Nullable Object> data = new LinkedHashMap<>();
				data.put("variant", Text.clean(summary.variant()));
				data.put("point", rounded(summary.point().value()));
				data.put("low", rounded(interval.low()));
				data.put("high", rounded(interval.high()));
				all.add(data);
			}
		}
		return all;
	}

	private static List<Map<String, Object>> knees(Findings findings) {
		List<Map<String, Object>> all = new ArrayList<>();
		for (Clause clause : findings.verdict()) {
			if (clause instanceof Clause.Knee knee && knee.cause() != null) {
				Map<String, Object> data = new LinkedHashMap<>();
				data.put("variants", knee.variants());
				data.put("cause", knee.cause().toString());
				data.put("below", knee.below());
				data.put("above", knee.above());
				data.put("at", Objects.requireNonNull(rounded(knee.at())));
				all.add(data);
			}
		}
		return all;
	}

	private static List<@Nullable Number> column(List<? extends @Nullable Double> values) {
		List<@Nullable Number> column = new ArrayList<>();
		values.forEach((value) -> column.add(rounded(value)));
		return column;
	}

	private static @Nullable Number rounded(@Nullable Double value) {
		if (value == null || !Double.isFinite(value)) {
			return null;
		}
		BigDecimal digits = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
		return (digits.scale() < 0) ? digits.setScale(0) : digits;
	}

}
