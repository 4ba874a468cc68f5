package lab.harness.analysis;

import java.util.List;

import lab.harness.probe.RunRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of one run show: a pure function of its files. All times are seconds
 * since the first request was sent.
 *
 * @param variant name of the arm, or the label of a JTL
 * @param users users in the closed loop
 * @param round 1 for the first
 * @param run what ran, or null for a JTL that was made elsewhere
 * @param windowBegin where the window begins
 * @param windowEnd where it ends
 * @param stepSeconds length of a step of the throughput
 * @param throughput successful requests a second that ended in each step, ramp and drain
 * included
 * @param latencyCurve latency percentiles of the window, empty without a success
 * @param latencyBins distribution of the latencies of the window
 * @param usage what the processes used, about once a second
 * @param stress the course of a run under stress, or null
 */
public record RunCharts(String variant, int users, int round, @Nullable RunRecord run, double windowBegin,
		double windowEnd, int stepSeconds, List<Double> throughput, List<LatencyPoint> latencyCurve,
		LatencyBins latencyBins, List<UsagePoint> usage, @Nullable StressCharts stress) {

	/**
	 * The charts of a run of users in a closed loop.
	 */
	public RunCharts(String variant, int users, int round, @Nullable RunRecord run, double windowBegin,
			double windowEnd, int stepSeconds, List<Double> throughput, List<LatencyPoint> latencyCurve,
			LatencyBins latencyBins, List<UsagePoint> usage) {
		this(variant, users, round, run, windowBegin, windowEnd, stepSeconds, throughput, latencyCurve, latencyBins,
				usage, null);
	}

	/**
	 * The bins are of one width, so every run is measured before the first is charted.
	 */
	static List<RunCharts> of(List<RunFacts> runs) {
		long width = LatencyBins.width(runs.stream().map((run) -> run.measured().load().latency()).toList());
		return runs.stream().map((run) -> of(run, width)).toList();
	}

	private static RunCharts of(RunFacts facts, long binMillis) {
		RunRecord run = facts.measured().run();
		return of(run.variant(), run.users(), run.round(), run, facts.measured().load(), known(facts.measured()),
				binMillis, facts.usage(), facts.stress());
	}

	/** The charts that samples alone allow. */
	static RunCharts of(String label, int users, LoadTotals load, long binMillis) {
		return of(label, users, 1, null, load, null, binMillis, List.of(), null);
	}

	private static RunCharts of(String variant, int users, int round, @Nullable RunRecord run, LoadTotals load,
			@Nullable KnownDelay known, long binMillis, List<UsagePoint> usage, @Nullable StressCharts stress) {
		SecondCounts successes = load.successes();
		return new RunCharts(variant, users, round, run, successes.secondsAt(load.window().begin()),
				successes.secondsAt(load.window().end()), successes.stepSeconds(), successes.rates(),
				LatencyPoint.curve(load.latency(), known), LatencyBins.of(load.latency(), known, binMillis), usage,
				stress);
	}

	private static @Nullable KnownDelay known(Measured measured) {
		return measured.hasCeiling() ? KnownDelay.of(measured.latency()) : null;
	}

}
