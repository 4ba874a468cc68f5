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

	private JtlAnalysis() {
	}

	/**
	 * Analyses a JTL.
	 * @param users users of each label, or null to take the most that the file shows
	 * active
	 * @throws InvalidInputException if it is no JTL, or holds no window
	 */
	public static Result of(Path file, @Nullable Integer users) {
		Jtl jtl = new Jtl(file);
		Map<String, LoadSpan> spans = new LinkedHashMap<>();
		boolean whole = jtl.forEach((row) -> spans.computeIfAbsent(row.label(), (label) -> new LoadSpan()).add(row));
		if (spans.isEmpty()) {
			throw new InvalidInputException(file + " holds no sample");
		}
		Map<String, LoadTotals> totals = new LinkedHashMap<>();
		spans.forEach((label, span) -> totals.put(label, totals(file, label, span)));
		jtl.forEach((row) -> Objects.requireNonNull(totals.get(row.label())).add(row));
		List<RunResult> runs = new ArrayList<>();
		totals.forEach((label, load) -> {
			int most = Objects.requireNonNull(spans.get(label)).users();
			runs.add(run(label, (users != null) ? users : most, load));
		});
		boolean valid = whole && runs.stream().allMatch(RunResult::valid);
		return new Result(Result.SCHEMA_VERSION, String.valueOf(file.getFileName()),
				"What does " + file.getFileName() + " hold?"
						+ (whole ? "" : " Its last row is cut off in the middle and left out."),
				0, 1, false, List.of(), valid, whole, null, runs, List.of(), verdict(runs, whole));
	}

	private static LoadTotals totals(Path file, String label, LoadSpan span) {
		long begin = span.firstSent() + RAMP_MILLIS + Load.SETTLE.toMillis();
		long end = span.lastSent();
		if (end - begin < 1000) {
			throw new InvalidInputException(
					file + ": '" + label + "' was sent for " + (span.lastSent() - span.firstSent())
							+ " ms; after ramp and drain no window is left, 3 s are needed");
		}
		return new LoadTotals(span, new Window(begin, end), begin + (end - begin) / 2);
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
		String words = failed.isEmpty() ? "The samples obey Little's law."
				: "These samples cannot be trusted: " + String.join("; ", failed) + ".";
		return (whole ? "" : "The file is cut off. ") + words
				+ " Without the probe's files there is no ceiling to set them against.";
	}

}
