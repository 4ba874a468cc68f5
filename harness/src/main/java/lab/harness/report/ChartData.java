package lab.harness.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
		return escape(DataFile.line(new Charts(
				new ComparedMetric(compared.label(), compared.unit(), compared.digits(), compared.share() ? 100 : 1),
				runs.outcomes().stream().filter((run) -> run.failure() == null).map(data::run).toList(),
				intervals(findings, compared), knees(findings))));
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
		data.put("result", totals(outcome));
		data.put("window", List.of(series.windowBegin(), series.windowEnd()));
		Map<String, Object> tracks = new TreeMap<>();
		series.tracks().forEach((quantity, track) -> tracks.put(quantity.toString(), curve(track)));
		series.errors().forEach((kind, track) -> tracks.put("errors: " + Text.clean(kind.toString()), curve(track)));
		data.put("tracks", tracks);
		data.put("latencies", (series.latencies() != null) ? latencies(series.latencies()) : null);
		data.put("shades", outcome.behaviour().faults());
		data.put("events", series.events());
		return data;
	}

	private Totals totals(Outcome outcome) {
		return new Totals(rounded(outcome.value(Metric.THROUGHPUT)),
				this.runs.hasOpenLoadOrFaults() ? null : rounded(outcome.value(Metric.CEILING)),
				rounded(inFlight(outcome)), rounded(outcome.value(Metric.PLATFORM_THREADS_MEAN)),
				rounded(outcome.value(Metric.ERRORS)));
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

	private static Curve curve(Series.Track track) {
		return new Curve(column(track.at()), column(track.values()));
	}

	private static LatencyCurves latencies(Series.Latencies latencies) {
		return new LatencyCurves(column(latencies.shares()), latencies.millis(), column(latencies.knownMillis()),
				latencies.bins().widthMillis(), latencies.bins().beyond(), column(latencies.bins().shares()),
				column(latencies.bins().knownShares()));
	}

	private static List<Interval> intervals(Findings findings, Metric metric) {
		List<Interval> all = new ArrayList<>();
		for (Result.Summary summary : findings.summary()) {
			Result.Interval interval = summary.figures().get(metric);
			if (interval != null) {
				all.add(new Interval(Text.clean(summary.variant()), rounded(summary.point().value()),
						rounded(interval.low()), rounded(interval.high())));
			}
		}
		return all;
	}

	private static List<Knee> knees(Findings findings) {
		List<Knee> all = new ArrayList<>();
		for (Clause clause : findings.verdict()) {
			if (clause instanceof Clause.Knee knee && knee.cause() != null) {
				all.add(new Knee(knee.variants(), knee.cause().toString(), knee.below(), knee.above(),
						rounded(knee.at())));
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

	record Charts(ComparedMetric metric, List<Map<String, @Nullable Object>> runs, List<Interval> intervals,
			List<Knee> knees) {
	}

	record ComparedMetric(String label, String unit, int digits, int factor) {
	}

	/** The figures of the whole run, which a replay shows at its end. */
	record Totals(@Nullable Number throughput, @Nullable Number ceiling, @Nullable Number inFlight,
			@Nullable Number threads, @Nullable Number errors) {
	}

	record Curve(List<@Nullable Number> at, List<@Nullable Number> values) {
	}

	record LatencyCurves(List<@Nullable Number> share, List<Long> ms, List<@Nullable Number> known, long width,
			long beyond, List<@Nullable Number> bins, List<@Nullable Number> knownBins) {
	}

	record Interval(String variant, @Nullable Number point, @Nullable Number low, @Nullable Number high) {
	}

	record Knee(List<String> variants, String cause, double below, double above, @Nullable Number at) {
	}

}
