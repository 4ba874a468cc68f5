package lab.harness.target;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The counters of an app since its start, {@code /actuator/ledger}.
 *
 * @param received requests received
 * @param completed requests answered
 * @param abandoned requests whose client left before the answer
 * @param inFlight requests being served now
 * @param backendAttempts calls to the backend begun
 * @param connectFailures calls to the backend that never got a connection
 * @param servedBy requests by kind of thread: platform, virtual, event-loop
 * @param heapUsedBytes heap in use now
 * @param gcPauseMillis time spent in garbage collection pauses
 * @param compileMillis time that its compilers have worked, or null for an app that does
 * not tell
 * @param answers answered requests by outcome: {@code ok}, {@code client-error}, the
 * cause of a problem such as {@code read-timeout}; empty for an app that does not tell
 * @param backendFailures calls to the backend that failed, by cause
 * @param backendRetries calls to the backend that repeat one that failed
 * @param guard what guards {@code /guarded}, or null for an app that does not tell
 * @param backendConnectionsLeased connections to the backend that a call holds now
 */
public record AppLedger(long received, long completed, long abandoned, long inFlight, long backendAttempts,
		long connectFailures, Map<String, Long> servedBy, long heapUsedBytes, long gcPauseMillis,
		@Nullable Long compileMillis, Map<String, Long> answers, Map<String, Long> backendFailures, long backendRetries,
		@Nullable Guard guard, long backendConnectionsLeased) {

	public AppLedger {
		servedBy = Map.copyOf(servedBy);
		answers = Map.copyOf(Objects.requireNonNullElse(answers, Map.of()));
		backendFailures = Map.copyOf(Objects.requireNonNullElse(backendFailures, Map.of()));
	}

	/**
	 * The counters of an app that tells nothing of causes and guards.
	 */
	public AppLedger(long received, long completed, long abandoned, long inFlight, long backendAttempts,
			long connectFailures, Map<String, Long> servedBy, long heapUsedBytes, long gcPauseMillis) {
		this(received, completed, abandoned, inFlight, backendAttempts, connectFailures, servedBy, heapUsedBytes,
				gcPauseMillis, null, Map.of(), Map.of(), 0, null, 0);
	}

	/**
	 * The guards of {@code /guarded} now.
	 *
	 * @param breaker {@code closed}, {@code open} or {@code half-open}
	 * @param bulkheadMax permits of the bulkhead
	 * @param bulkheadFree those that nobody holds
	 */
	public record Guard(String breaker, int bulkheadMax, int bulkheadFree) {
	}

}
