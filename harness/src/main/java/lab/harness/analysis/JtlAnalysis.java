package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import org.jspecify.annotations.Nullable;

/**
 * A JTL that was made elsewhere: JMeter's GUI, a container, another host. Each label is a
 * run of its own, and gets the checks that samples alone allow.
 */
public final class JtlAnalysis {

	/** A ramp that is not known is taken to be that of the shipped plans. */
	private static final long RAMP_MILLIS = 1000;

	private static final long LEAST_WINDOW_MILLIS = 1000;

	/** Ramp, settling and the least window. */
	private static final long LEAST_MILLIS = RAMP_MILLIS + Load.SETTLE.toMillis() + LEAST_WINDOW_MILLIS;

	/**
	 * Each is a run with counts of its own, and a report of more tells nobody anything.
	 */
	private static final int MOST_LABELS = 100;

	private JtlAnalysis() {
	}

	/**
	 * Analyses a JTL.
	 * @param users users of each label, or null to take the most that the file shows
	 * active
	 * @throws InvalidInputException if it is no JTL, or holds no window
	 */
	public static Result of(Path file, @Nullable Integer users) {
		return charted(file, users).result();
	}

	/**
	 * Analyses a JTL, and makes the charts that samples alone allow.
	 * @param users users of each label, or null to take the most that the file shows
	 * active
	 * @throws InvalidInputException if it is no JTL, or holds no window
	 */
	public static ChartedResult charted(Path file, @Nullable Integer users) {
		Jtl jtl = new Jtl(file);
		Map<String, LoadSpan> spans = new LinkedHashMap<>();
		boolean whole = jtl.forEach((row) -> span(file, spans, row.label()).add(row));
		Map<String, LoadTotals> totals = new LinkedHashMap<>();
		spans.forEach((label, span) -> {
			if (span.lastSent() - span.firstSent() >= LEAST_MILLIS) {
				totals.put(label, totals(span));
			}
		});
		if (totals.isEmpty()) {
			Map.Entry<String, LoadSpan> first = spans.entrySet().iterator().next();
			throw new InvalidInputException(file + ": '" + first.getKey() + "' was sent for "
					+ (first.getValue().lastSent() - first.getValue().firstSent())
					+ " ms; after ramp and drain no window is left, 3 s are needed");
		}
		jtl.forEach((row) -> {
			LoadTotals load = totals.get(row.label());
			if (load != null) {
				load.add(row);
			}
		});
		List<RunResult> runs = new ArrayList<>();
		List<RunCharts> charts = new ArrayList<>();
		long width = LatencyBins.width(totals.values().stream().map(LoadTotals::latency).toList());
		totals.forEach((label, load) -> {
			int count = (users != null) ? users : Objects.requireNonNull(spans.get(label)).users();
			runs.add(run(label, count, load));
			charts.add(RunCharts.of(label, count, load, width));
		});
		boolean valid = whole && runs.stream().allMatch(RunResult::valid);
		int brief = spans.size() - totals.size();
		return new ChartedResult(new Result(Result.SCHEMA_VERSION, String.valueOf(file.getFileName()),
				"What does " + file.getFileName() + " hold?"
						+ (whole ? "" : " Its last row is cut off in the middle and left out.")
						+ ((brief > 0) ? " Left out: " + brief + " labels that were sent for less than 3 s." : ""),
				0, 1, false, List.of(), valid, whole, null, runs, List.of(), verdict(runs, whole)), charts);
	}

	private static LoadSpan span(Path file, Map<String, LoadSpan> spans, String label) {
		LoadSpan span = spans.computeIfAbsent(label, (key) -> new LoadSpan());
		if (spans.size() > MOST_LABELS) {
			throw new InvalidInputException(file + " has more than " + MOST_LABELS
					+ " labels; name the samplers of the plan so that alike requests have one label");
		}
		return span;
	}

	private static LoadTotals totals(LoadSpan span) {
		Window window = window(span);
		return new LoadTotals(span, window, window.begin() + (window.end() - window.begin()) / 2);
	}

	/**
	 * The time in which all users were there, after a moment of settling. JMeter lets
	 * them go one by one, as they came; where the file does not tell who was there, only
	 * the ramp is cut.
	 */
	private static Window window(LoadSpan span) {
		long begin = span.firstSent() + RAMP_MILLIS + Load.SETTLE.toMillis();
		long end = span.lastSent();
		if (span.users() > 0) {
			long complete = Math.max(begin, span.completeFrom() + Load.SETTLE.toMillis());
			long incomplete = Math.min(end, span.completeUntil());
			if (incomplete - complete >= LEAST_WINDOW_MILLIS) {
				return new Window(complete, incomplete);
			}
		}
		return new Window(begin, end);
	}

	private static RunResult run(String label, int users, LoadTotals load) {
		List<Check> checks = new ArrayList<>();
		if (users > 0) {
			checks.add(MeasurementChecks.law(load, users));
		}
		checks.add(Check.within("steady", load.throughputOfSecondHalf() / load.throughputOfFirstHalf(), 0.95, 1.05));
		checks.add(Check.equal("no-errors", load.errors(), 0));
		return new RunResult(label, users, 1, checks.stream().allMatch(Check::ok), load.window().seconds(),
				load.throughput(), null, null, null, null, null, null, null, null, null, load.latency().summary(),
				load.errors(), load.errorKinds(), null, null, null, null, null, checks, null);
	}

	private static String verdict(List<RunResult> runs, boolean whole) {
		List<String> failed = runs.stream()
			.filter((run) -> !run.valid())
			.map((run) -> run.variant() + " failed "
					+ String.join(", ", run.failedChecks().stream().map(Check::name).toList()))
			.toList();
		boolean unknown = runs.stream().anyMatch((run) -> run.users() == 0);
		String words = failed.isEmpty() && unknown
				? "How many users there were is not in the file, so the law was not checked; say it with --users."
				: failed.isEmpty() ? "The samples obey Little's law."
						: "These samples cannot be trusted: " + String.join("; ", failed) + ".";
		return (whole ? "" : "The file is cut off. ") + words
				+ " Without the probe's files there is no ceiling to set them against.";
	}

}
