package lab.harness.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import lab.harness.experiment.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * A JTL that was made elsewhere: JMeter's GUI, a container, another host. Each label is a
 * run of its own, and gets the checks that samples alone allow.
 */
public final class JtlAnalysis {

	/**
	 * Each is a run with counts of its own, and a report of more tells nobody anything.
	 */
	private static final int MOST_LABELS = 100;

	private static final int MOST_WORKERS = 100;

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
		Map<String, WorkerSpans> spans = new LinkedHashMap<>();
		Set<String> workers = new TreeSet<>();
		boolean whole = jtl.forEach((row) -> {
			span(file, spans, row.label()).add(row);
			add(file, workers, row.worker());
		});
		Map<String, LoadTotals> totals = new LinkedHashMap<>();
		spans.forEach((label, span) -> {
			if (span.sentMillis() >= WorkerSpans.LEAST_MILLIS) {
				totals.put(label, totals(span));
			}
		});
		if (totals.isEmpty()) {
			Map.Entry<String, WorkerSpans> first = spans.entrySet().iterator().next();
			throw new InvalidInputException(file + ": '" + first.getKey() + "' was sent for "
					+ first.getValue().sentMillis() + " ms; after ramp and drain no window is left, 3 s are needed");
		}
		jtl.forEach((row) -> {
			LoadTotals load = totals.get(row.label());
			if (load != null) {
				load.add(row);
			}
		});
		List<RunResult> runs = new ArrayList<>();
		List<RunCharts> charts = new ArrayList<>();
		List<String> silent = new ArrayList<>();
		long width = LatencyBins.width(totals.values().stream().map(LoadTotals::latency).toList());
		totals.forEach((label, load) -> {
			WorkerSpans span = Objects.requireNonNull(spans.get(label));
			int count = (users != null) ? users : span.users();
			List<Check> checks = checks(count, load);
			if (workers.size() > 1) {
				checks.add(span.check(workers));
				span.silent(workers).forEach((worker) -> silent.add(worker + " of " + label));
			}
			runs.add(run(label, count, load, checks));
			charts.add(RunCharts.of(label, count, load, width));
		});
		boolean valid = whole && runs.stream().allMatch(RunResult::valid);
		int brief = spans.size() - totals.size();
		return new ChartedResult(new Result(Result.SCHEMA_VERSION, String.valueOf(file.getFileName()),
				"What does " + file.getFileName() + " hold?"
						+ (whole ? "" : " Its last row is cut off in the middle and left out.")
						+ ((brief > 0) ? " Left out: " + brief + " labels that were sent for less than 3 s." : ""),
				0, 1, false, List.of(), valid, whole, null, runs, List.of(), verdict(runs, silent, whole)), charts);
	}

	private static WorkerSpans span(Path file, Map<String, WorkerSpans> spans, String label) {
		WorkerSpans span = spans.computeIfAbsent(label, (key) -> new WorkerSpans());
		if (spans.size() > MOST_LABELS) {
			throw new InvalidInputException(file + " has more than " + MOST_LABELS
					+ " labels; name the samplers of the plan so that alike requests have one label");
		}
		return span;
	}

	private static void add(Path file, Set<String> workers, String worker) {
		workers.add(worker);
		if (workers.size() > MOST_WORKERS) {
			throw new InvalidInputException(file + " has samples of more than " + MOST_WORKERS
					+ " workers, by the names of its threads; the last is " + worker);
		}
	}

	private static LoadTotals totals(WorkerSpans span) {
		Window window = span.window();
		return new LoadTotals(span.all(), window, window.begin() + (window.end() - window.begin()) / 2);
	}

	private static List<Check> checks(int users, LoadTotals load) {
		List<Check> checks = new ArrayList<>();
		if (users > 0) {
			checks.add(MeasurementChecks.law(load, users));
		}
		checks.add(Check.within("steady", load.throughputOfSecondHalf() / load.throughputOfFirstHalf(), 0.95, 1.05));
		checks.add(Check.equal("no-errors", load.errors(), 0));
		return checks;
	}

	private static RunResult run(String label, int users, LoadTotals load, List<Check> checks) {
		return new RunResult(label, users, 1, checks.stream().allMatch(Check::ok), load.window().seconds(),
				load.throughput(), null, null, null, null, null, null, null, null, null, load.latency().summary(),
				load.errors(), load.errorKinds(), null, null, null, null, null, null, checks, null);
	}

	private static String verdict(List<RunResult> runs, List<String> silent, boolean whole) {
		List<String> failed = runs.stream()
			.filter((run) -> !run.valid())
			.map((run) -> run.variant() + " failed "
					+ String.join(", ", run.failedChecks().stream().map(Check::name).toList()))
			.toList();
		boolean unknown = runs.stream().anyMatch((run) -> run.users() == 0);
		String words = failed.isEmpty() && unknown
				? "How many users there were is not in the file, so the law was not checked; say it with --users."
				: failed.isEmpty() ? "The samples obey Little's law."
						: "These samples cannot be trusted: " + String.join("; ", failed) + "."
								+ (silent.isEmpty() ? "" : " Workers: " + String.join("; ", silent) + ".");
		return (whole ? "" : "The file is cut off. ") + words
				+ " Without the probe's files there is no ceiling to set them against.";
	}

}
