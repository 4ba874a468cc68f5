package lab.harness.analysis;

import java.util.List;
import java.util.Set;

import lab.harness.probe.RunRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of one run show: a pure function of its files. All times are seconds
 * since the first request was sent.
 *
 * @param run what ran
 * @param windowBegin where the window begins
 * @param windowEnd where it ends
 * @param stepSeconds length of a step of the throughput
 * @param throughput successful requests a second that ended in each step, ramp and drain
 * included
 * @param latencyCurve latency percentiles of the window, empty without a success
 * @param latencyBins distribution of the latencies of the window
 * @param usage what the processes used, about once a second
 */
public record RunCharts(RunRecord run, double windowBegin, double windowEnd, int stepSeconds, List<Double> throughput,
		List<LatencyPoint> latencyCurve, LatencyBins latencyBins, List<UsagePoint> usage) {

	/** The paths that make one call to the backend, so that its delay is theirs. */
	private static final Set<String> ONE_CALL = Set.of("/", "/guarded");

	/**
	 * The bins are of one width, so every run is measured before the first is charted.
	 */
	static List<RunCharts> of(List<RunFacts> runs) {
		long width = LatencyBins.width(runs.stream().map((run) -> run.measured().load().latency()).toList());
		return runs.stream().map((run) -> of(run, width)).toList();
	}

	private static RunCharts of(RunFacts facts, long binMillis) {
		Measured measured = facts.measured();
		LoadTotals load = measured.load();
		KnownDelay known = known(measured);
		SecondCounts successes = load.successes();
		return new RunCharts(measured.run(), successes.secondsAt(load.window().begin()),
				successes.secondsAt(load.window().end()), successes.stepSeconds(), successes.rates(),
				LatencyPoint.curve(load.latency(), known), LatencyBins.of(load.latency(), known, binMillis),
				facts.usage());
	}

	private static @Nullable KnownDelay known(Measured measured) {
		return ONE_CALL.contains(measured.run().path()) ? KnownDelay.of(measured.latency()) : null;
	}

	/** Name of the arm. */
	public String variant() {
		return this.run.variant();
	}

	/** Users in the closed loop. */
	public int users() {
		return this.run.users();
	}

	/** 1 for the first. */
	public int round() {
		return this.run.round();
	}

}
