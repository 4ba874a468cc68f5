package lab.harness.target;

import java.util.Map;
import java.util.Objects;

/**
 * The counters of the slow backend since its start, {@code /actuator/counters}.
 *
 * @param received requests received
 * @param completed requests answered in full
 * @param failed requests answered with a fault
 * @param abandoned requests whose client left before the answer
 * @param inFlight requests waiting now
 * @param mostInFlight the most that ever waited at once
 * @param inFlightSeconds integral of the requests waiting over time, in request-seconds
 * @param drawnMillis sum of the delays drawn for the completed requests
 * @param givenMillis sum of the delays that the completed requests really waited
 * @param timerErrorMillis how late the timer answered
 * @param hitBy requests that a fault hit, by its kind; empty for a backend that does not
 * tell
 */
public record BackendCounters(long received, long completed, long failed, long abandoned, long inFlight,
		long mostInFlight, double inFlightSeconds, double drawnMillis, double givenMillis, TimerError timerErrorMillis,
		Map<String, Long> hitBy) {

	public BackendCounters {
		hitBy = Map.copyOf(Objects.requireNonNullElse(hitBy, Map.of()));
	}

	/**
	 * The counters of a backend without faults.
	 */
	public BackendCounters(long received, long completed, long failed, long abandoned, long inFlight, long mostInFlight,
			double inFlightSeconds, double drawnMillis, double givenMillis, TimerError timerErrorMillis) {
		this(received, completed, failed, abandoned, inFlight, mostInFlight, inFlightSeconds, drawnMillis, givenMillis,
				timerErrorMillis, Map.of());
	}

	/**
	 * Percentiles of the delay given less the delay drawn, in milliseconds.
	 */
	public record TimerError(double p50, double p99) {

	}

}
