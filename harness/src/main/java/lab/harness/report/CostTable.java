package lab.harness.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import lab.harness.analysis.CpuCost;
import lab.harness.analysis.LatencySummary;
import lab.harness.analysis.Result;
import lab.harness.analysis.RunResult;
import lab.harness.analysis.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What a request costs, as bars from zero with their figures.
 */
final class CostTable {

	private CostTable() {
	}

	static String of(Result result, RunOrder order) {
		double cpu = most(result, (run) -> (run.cpuMsPerRequest() != null) ? Math.max(run.cpuMsPerRequest().app(),
				Math.max(run.cpuMsPerRequest().backend(), run.cpuMsPerRequest().generator())) : null);
		double rss = most(result, (run) -> mean(run.rssMiB()));
		double inFlight = most(result, CostTable::kibPerRequest);
		double threads = most(result, (run) -> mean(run.platformThreads()));
		HtmlTable table = order.table("CPU and memory of a request")
			.bars("CPU of the app", "ms a request")
			.bars("of the backend", "ms a request")
			.bars("of JMeter", "ms a request")
			.bars("memory", "KiB a request in flight")
			.bars("resident memory", "MiB, mean")
			.column("peak", "MiB")
			.bars("threads", "mean")
			.column("GC pauses", "ms")
			.column("compiling", "ms");
		for (RunResult run : order.runs()) {
			CpuCost cost = run.cpuMsPerRequest();
			List<Cell> cells = order.cells(run);
			cells.addAll(List.of(Cell.bar((cost != null) ? cost.app() : null, 3, cpu),
					Cell.bar((cost != null) ? cost.backend() : null, 3, cpu),
					Cell.bar((cost != null) ? cost.generator() : null, 3, cpu),
					Cell.bar(kibPerRequest(run), 0, inFlight), Cell.bar(mean(run.rssMiB()), 0, rss),
					Cell.number((run.rssMiB() != null) ? run.rssMiB().peak() : null, 0),
					Cell.bar(mean(run.platformThreads()), 0, threads), Cell.number(run.gcPauseMs(), 0),
					Cell.number(run.compileMs(), 0)));
			table.row(run.variant(), cells);
		}
		return table.html();
	}

	/**
	 * Resident memory over the requests in flight, which by Little's law are throughput x
	 * mean latency.
	 */
	private static @Nullable Double kibPerRequest(RunResult run) {
		LatencySummary latency = run.latencyMs();
		Usage rss = run.rssMiB();
		if (latency == null || rss == null || latency.mean() == 0) {
			return null;
		}
		return rss.mean() * 1024 / (run.throughput() * latency.mean() / 1000);
	}

	private static @Nullable Double mean(@Nullable Usage usage) {
		return (usage != null) ? usage.mean() : null;
	}

	private static double most(Result result, Function<RunResult, @Nullable Double> figure) {
		return result.runs()
			.stream()
			.flatMap((run) -> Stream.ofNullable(figure.apply(run)))
			.mapToDouble(Double::doubleValue)
			.max()
			.orElse(0);
	}

}
