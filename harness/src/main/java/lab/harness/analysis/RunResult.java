package lab.harness.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The result of one run. What a JTL alone cannot tell is null for a JTL that was made
 * elsewhere.
 *
 * @param variant name of the arm, or the label of a JTL
 * @param users its load point: users in the closed loop, or of open arrivals requests a
 * second
 * @param round 1 for the first
 * @param valid whether every check is passed
 * @param windowSeconds length of the window
 * @param throughput successful requests that ended in the window, over the window, in
 * requests a second
 * @param jmeterSummary requests a second as JMeter's own summary says, ramp and drain
 * included
 * @param ceiling the most that Little's law allows with the delays drawn
 * @param nominalCeiling the same with the mean of the distribution
 * @param ofCeiling throughput / ceiling
 * @param cpuCeiling the most that the processors allow at the cost of a request at low
 * load: cores / CPU time of app, backend and generator a request, where they share the
 * machine; at its cost in the same run, and of the app alone, where it has cores of its
 * own; null where it cannot be known
 * @param published the throughput that the source published
 * @param requestThreads the most requests that the app serves at once, or null for no
 * limit
 * @param slots requests that can wait at the backend at once: min(users, request threads,
 * connections)
 * @param limitedBy which of the three it is, or {@code CPU} where that is less
 * @param latencyMs latency, or null without a successful request
 * @param errors failed requests of the whole run
 * @param errorKinds the same by cause
 * @param cpuMsPerRequest processor time a request
 * @param rssMiB resident memory of the app
 * @param platformThreads platform threads of the app's process, the JVM's own included
 * @param gcPauseMs time of the window in which the app's collector stopped it
 * @param compileMs time of the window in which the app's compilers worked, all of their
 * threads: cold code costs more; null for an app that does not tell
 * @param ledger every request, counted at each station
 * @param checks the checks
 * @param raw folder of the run's files below the result, or null for a JTL
 * @param stress what became of a run that was put through more than users in a closed
 * loop, or null
 */
public record RunResult(String variant, int users, int round, boolean valid, double windowSeconds, double throughput,
		@Nullable Double jmeterSummary, @Nullable Double ceiling, @Nullable Double nominalCeiling,
		@Nullable Double ofCeiling, @Nullable Double cpuCeiling, @Nullable Double published,
		@Nullable Integer requestThreads, @Nullable Integer slots, @Nullable String limitedBy,
		@Nullable LatencySummary latencyMs, long errors, Map<String, Long> errorKinds,
		@Nullable CpuCost cpuMsPerRequest, @Nullable Usage rssMiB, @Nullable Usage platformThreads,
		@Nullable Long gcPauseMs, @Nullable Long compileMs, @Nullable Ledger ledger, List<Check> checks,
		@Nullable String raw, @Nullable StressResult stress) {

	/**
	 * The order in which a reader looks for runs, not the random one in which they were
	 * made: by load point, variant and round.
	 * @param variants the names, as the experiment has them
	 * @return the order
	 */
	public static Comparator<RunResult> order(List<String> variants) {
		return Comparator.comparingInt(RunResult::users)
			.thenComparingInt((run) -> variants.indexOf(run.variant()))
			.thenComparingInt(RunResult::round);
	}

	/**
	 * The result of a run of users in a closed loop.
	 */
	public RunResult(String variant, int users, int round, boolean valid, double windowSeconds, double throughput,
			@Nullable Double jmeterSummary, @Nullable Double ceiling, @Nullable Double nominalCeiling,
			@Nullable Double ofCeiling, @Nullable Double cpuCeiling, @Nullable Double published,
			@Nullable Integer requestThreads, @Nullable Integer slots, @Nullable String limitedBy,
			@Nullable LatencySummary latencyMs, long errors, Map<String, Long> errorKinds,
			@Nullable CpuCost cpuMsPerRequest, @Nullable Usage rssMiB, @Nullable Usage platformThreads,
			@Nullable Long gcPauseMs, @Nullable Long compileMs, @Nullable Ledger ledger, List<Check> checks,
			@Nullable String raw) {
		this(variant, users, round, valid, windowSeconds, throughput, jmeterSummary, ceiling, nominalCeiling, ofCeiling,
				cpuCeiling, published, requestThreads, slots, limitedBy, latencyMs, errors, errorKinds, cpuMsPerRequest,
				rssMiB, platformThreads, gcPauseMs, compileMs, ledger, checks, raw, null);
	}

	/** Its load point in words: users, or requests that arrive in a second. */
	public String point() {
		return this.users + ((this.stress != null && this.stress.offered() != null) ? " arrivals/s" : " users");
	}

	/** The checks that failed. */
	public List<Check> failedChecks() {
		return this.checks.stream().filter((check) -> !check.ok()).toList();
	}

}
