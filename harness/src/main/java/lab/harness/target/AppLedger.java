package lab.harness.target;

import java.util.Map;

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
 */
public record AppLedger(long received, long completed, long abandoned, long inFlight, long backendAttempts,
		long connectFailures, Map<String, Long> servedBy, long heapUsedBytes, long gcPauseMillis) {

	public AppLedger {
		servedBy = Map.copyOf(servedBy);
	}

}
