package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.probe.SlowClients;
import lab.harness.probe.Stress;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run that was put through more than users in a closed loop.
 *
 * @param offered requests a second that arrived, or null for a closed loop
 * @param before throughput before the first fault in requests a second; null where there
 * was none
 * @param faults the faults
 * @param lost requests that the app had taken and did not answer: timeouts, resets,
 * connections closed early
 * @param turnedAway requests sent to an app that had been told to end, and dropped
 * without an answer
 * @param mostInFlight most requests at work in the app in a sample of the window
 * @param inFlightAfter requests at work in it after the drain, whose clients have gone
 * @param threads platform threads of the app, or null without a fault
 * @param rssMiB resident memory of the app, or null without a fault
 * @param liveHeapMiB heap of the app at rest that nothing can collect; null where nothing
 * can tell, or the app ended
 * @param leakedPermits permits of the bulkhead that nobody gave back; null where the app
 * does not tell
 * @param leakedConnections connections to the backend that a call still held when none
 * was in flight
 * @param answers answers of the app by cause, as it counted them itself
 * @param backendFailures failed calls to the backend by cause, as the app counted them
 * @param backendRetries calls that repeated one that had failed
 * @param backendHits requests that a fault hit at the backend, by its kind
 * @param backendAttemptsPerRequest calls to the backend over requests received by the app
 * @param beside what was asked beside the load: {@code sleep} and {@code health}
 * @param slowClients what became of the slow clients, or null where there were none
 * @param end how the app ended, or null where it lives on and answers
 * @param predicted what the formula of the prediction gives, or null
 * @param found what was found of the same
 * @param leftOut checks that mean nothing for this run, and why
 */
public record StressResult(@Nullable Double offered, @Nullable Double before, List<FaultSpan> faults, long lost,
		long turnedAway, long mostInFlight, long inFlightAfter, @Nullable Held threads, @Nullable Held rssMiB,
		@Nullable Kept liveHeapMiB, @Nullable Integer leakedPermits, @Nullable Long leakedConnections,
		Map<String, Long> answers, Map<String, Long> backendFailures, long backendRetries,
		Map<String, Long> backendHits, @Nullable Double backendAttemptsPerRequest, Map<String, AnsweredBeside> beside,
		SlowClients.@Nullable Counts slowClients, Stress.@Nullable End end, @Nullable Double predicted,
		@Nullable Double found, Map<String, String> leftOut) {

	/** Exit code of a JVM with {@code -XX:+ExitOnOutOfMemoryError}. */
	private static final int OUT_OF_MEMORY = 3;

	/** 128 + SIGTERM. */
	private static final int TERMINATED = 143;

	/**
	 * Whether there was any stress, and not only a prediction: then some check of a
	 * closed loop means nothing.
	 */
	public boolean stressed() {
		return !this.leftOut.isEmpty();
	}

	/** How the app ended, or how it lives, in words. */
	public String ending() {
		Stress.End end = this.end;
		if (end == null) {
			return "lives" + ((this.inFlightAfter > 0)
					? ", at work on " + this.inFlightAfter + " requests whose clients have gone" : "");
		}
		Integer code = end.exitCode();
		if (code == null) {
			return "zombie: lives and does not answer";
		}
		return switch (code) {
			case OUT_OF_MEMORY -> "exited, out of memory";
			case TERMINATED -> "exited as told";
			default -> "exited with code " + code;
		};
	}

}
