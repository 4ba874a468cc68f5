package lab.harness.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import lab.harness.analysis.Knee;
import lab.harness.analysis.LatencyBins;
import lab.harness.analysis.LatencyPoint;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunCharts;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.StressCharts;
import lab.harness.analysis.UsagePoint;
import lab.harness.probe.RunRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of the charts as JSON that can stand inside a script element. Columns
 * rather than rows, and six digits, keep it small.
 */
final class ChartData {

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final MathContext DIGITS = new MathContext(6);

	private ChartData() {
	}

	static String of(Result result, List<RunCharts> charts, RunOrder order) {
		Map<String, Map<String, Object>> knees = new LinkedHashMap<>();
		Knee.of(order.runs()).forEach((knee) -> knees.put(knee.variant(), knee(knee)));
		return escape(JSON.writeValueAsString(order.runs()
			.stream()
			.flatMap((run) -> charts.stream()
				.filter((chart) -> chart.variant().equals(run.variant()) && chart.users() == run.users()
						&& chart.round() == run.round())
				.map((chart) -> run(run, chart, order, knees.get(run.variant()))))
			.toList()));
	}

	/**
	 * Without these characters the JSON cannot end the script element or begin a comment
	 * in it, and no old engine takes it for a line break.
	 */
	static String escape(String json) {
		return json.replace("&", "\\u0026")
			.replace("<", "\\u003c")
			.replace(">", "\\u003e")
			.replace("\u2028", "\\u2028")
			.replace("\u2029", "\\u2029");
	}

	private static Map<String, @Nullable Object> run(RunResult run, RunCharts chart, RunOrder order,
			@Nullable Map<String, Object> knee) {
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("variant", run.variant());
		data.put("place", order.variants().indexOf(run.variant()));
		data.put("users", run.users());
		data.put("round", run.round());
		RunRecord record = chart.run();
		data.put("delay", (record != null) ? record.latency() : null);
		data.put("mean", rounded(run.throughput()));
		data.put("ceiling", rounded(run.ceiling()));
		data.put("law", rounded(run.nominalCeiling()));
		data.put("cpu", rounded(run.cpuCeiling()));
		data.put("latency", (run.latencyMs() != null) ? rounded(run.latencyMs().mean()) : null);
		data.put("knee", knee);
		data.put("window", List.of(chart.windowBegin(), chart.windowEnd()));
		data.put("step", chart.stepSeconds());
		data.put("throughput", column(chart.throughput(), (rate) -> rate));
		data.put("curve", curve(chart.latencyCurve()));
		data.put("bins", bins(chart.latencyBins()));
		data.put("usage", usage(chart.usage()));
		data.put("point", run.point());
		data.put("stress", (chart.stress() != null) ? stress(chart.stress()) : null);
		return data;
	}

	private static Map<String, Object> knee(Knee knee) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("users", knee.users());
		data.put("above", knee.above());
		data.put("cause", knee.cause());
		data.put("words", knee.words());
		return data;
	}

	private static Map<String, Object> curve(List<LatencyPoint> points) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("share", column(points, LatencyPoint::share));
		data.put("ms", column(points, LatencyPoint::millis));
		data.put("known", column(points, LatencyPoint::knownMillis));
		return data;
	}

	private static Map<String, Object> bins(LatencyBins bins) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("width", bins.widthMillis());
		data.put("beyond", bins.beyond());
		data.put("share", column(bins.shares(), (share) -> share));
		data.put("known", column(Objects.requireNonNullElse(bins.knownShares(), List.of()), (share) -> share));
		return data;
	}

	private static Map<String, Object> usage(List<UsagePoint> points) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("second", column(points, UsagePoint::second));
		data.put("threads", column(points, UsagePoint::threads));
		data.put("rss", column(points, UsagePoint::rssMiB));
		data.put("heap", column(points, UsagePoint::heapMiB));
		data.put("app", column(points, UsagePoint::appCores));
		data.put("backend", column(points, UsagePoint::backendCores));
		data.put("generator", column(points, UsagePoint::generatorCores));
		return data;
	}

	private static Map<String, Object> stress(StressCharts stress) {
		Map<String, Object> data = new LinkedHashMap<>();
		Map<String, Object> errors = new LinkedHashMap<>();
		stress.errors().forEach((kind, rates) -> errors.put(kind, column(rates, (rate) -> rate)));
		data.put("errors", errors);
		data.put("latency", column(stress.latencyMillis(), StressCharts.Millis::mean));
		data.put("inFlight", column(stress.inFlight(), (count) -> count));
		data.put("second", column(stress.app(), StressCharts.AppPoint::second));
		data.put("serving", column(stress.app(), StressCharts.AppPoint::inFlight));
		data.put("breaker", column(stress.app(), StressCharts.AppPoint::breaker));
		data.put("faults", stress.faults());
		return data;
	}

	private static <T> List<@Nullable Number> column(List<T> rows, Function<T, @Nullable Number> figure) {
		List<@Nullable Number> column = new ArrayList<>();
		rows.forEach((row) -> column.add(rounded(figure.apply(row))));
		return column;
	}

	private static @Nullable Number rounded(@Nullable Number value) {
		if (!(value instanceof Double) || !Double.isFinite(value.doubleValue())) {
			return (value instanceof Double) ? null : value;
		}
		BigDecimal digits = BigDecimal.valueOf(value.doubleValue()).round(DIGITS).stripTrailingZeros();
		return (digits.scale() < 0) ? digits.setScale(0) : digits;
	}

}
