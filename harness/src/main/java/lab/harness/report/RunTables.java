package lab.harness.report;

import java.util.ArrayList;
import java.util.List;

import lab.harness.analysis.Check;
import lab.harness.analysis.CpuCost;
import lab.harness.analysis.LatencySummary;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the terminal and Markdown share.
 */
final class RunTables {

	private RunTables() {
	}

	/**
	 * Throughput of each run beside its ceiling and what was published. A quick run is
	 * not of the published shape, so JMeter's summary is left out of it.
	 */
	static Table throughput(Result result) {
		Columns columns = Columns.of(result);
		List<String> head = new ArrayList<>(List.of("variant", points(result), "round", "req/s"));
		if (columns.ceiling()) {
			head.addAll(List.of("ceiling", "of ceiling"));
		}
		if (columns.cpu()) {
			head.addAll(List.of("CPU ceiling", "of CPU ceiling"));
		}
		head.addAll(List.of("p50 ms", "p99 ms", "errors"));
		if (columns.first() != null) {
			head.addAll(List.of("of the first", "published", "of its first"));
		}
		if (columns.published()) {
			head.addAll(List.of("JMeter's summary", "published"));
		}
		Table table = new Table(head.toArray(String[]::new));
		for (RunResult run : new RunOrder(result).runs()) {
			table.row(throughput(run, columns));
		}
		return table;
	}

	private static List<String> throughput(RunResult run, Columns columns) {
		LatencySummary latency = run.latencyMs();
		List<String> row = new ArrayList<>(List.of(run.variant(), Figures.number(run.users(), 0),
				Figures.number(run.round(), 0), Figures.number(run.throughput(), 1)));
		if (columns.ceiling()) {
			row.addAll(List.of(Figures.number(run.ceiling(), 1), Figures.percent(run.ofCeiling())));
		}
		if (columns.cpu()) {
			row.addAll(List.of(Figures.number(run.cpuCeiling(), 1), Figures.percent(Columns.ofCpu(run))));
		}
		row.addAll(List.of(Figures.number((latency != null) ? latency.p50() : null, 0),
				Figures.number((latency != null) ? latency.p99() : null, 0), Figures.number(run.errors(), 0)));
		Columns.First first = columns.first();
		if (first != null) {
			row.addAll(List.of(Figures.percent(run.throughput() / first.throughput()),
					Figures.number(run.published(), 2), Figures.percent(columns.publishedShare(run))));
		}
		if (columns.published()) {
			row.addAll(List.of(Figures.number(run.jmeterSummary(), 1), Figures.number(run.published(), 0)));
		}
		return row;
	}

	/** What a request costs, and what the app holds. */
	static Table cost(Result result) {
		Table table = new Table("variant", points(result), "round", "app CPU ms", "backend CPU ms", "generator CPU ms",
				"RSS MiB mean", "peak", "threads mean", "peak", "GC pauses ms", "compiling ms");
		for (RunResult run : new RunOrder(result).runs()) {
			CpuCost cpu = run.cpuMsPerRequest();
			table.row(List.of(run.variant(), Figures.number(run.users(), 0), Figures.number(run.round(), 0),
					Figures.number((cpu != null) ? cpu.app() : null, 3),
					Figures.number((cpu != null) ? cpu.backend() : null, 3),
					Figures.number((cpu != null) ? cpu.generator() : null, 3), mean(run.rssMiB()), peak(run.rssMiB()),
					mean(run.platformThreads()), peak(run.platformThreads()), Figures.number(run.gcPauseMs(), 0),
					Figures.number(run.compileMs(), 0)));
		}
		return table;
	}

	/** The throughput of each arm over its runs. */
	static Table summary(Result result) {
		Table table = new Table("variant", points(result), "req/s", "low", "high", "of ceiling", "runs");
		result.summary()
			.forEach((summary) -> table.row(List.of(summary.variant(), Figures.number(summary.users(), 0),
					Figures.number(summary.throughput().mean(), 1), Figures.number(summary.throughput().low(), 1),
					Figures.number(summary.throughput().high(), 1), Figures.percent(summary.ofCeiling()),
					Figures.number(summary.throughput().runs(), 0))));
		return table;
	}

	/** Every check of every run with its figure and limit. */
	static Table checks(Result result) {
		Table table = new Table("variant", points(result), "round", "check", "value", "limit", "");
		for (RunResult run : new RunOrder(result).runs()) {
			for (Check check : run.checks()) {
				table.row(List.of(run.variant(), Figures.number(run.users(), 0), Figures.number(run.round(), 0),
						check.name(), Figures.number(check.value(), 4), check.limit(), check.ok() ? "ok" : "FAILED"));
			}
		}
		return table;
	}

	private static String points(Result result) {
		return result.runs().stream().anyMatch((run) -> run.point().endsWith("/s")) ? "arrivals/s" : "users";
	}

	private static String mean(@Nullable Usage usage) {
		return Figures.number((usage != null) ? usage.mean() : null, 0);
	}

	private static String peak(@Nullable Usage usage) {
		return Figures.number((usage != null) ? usage.peak() : null, 0);
	}

}
