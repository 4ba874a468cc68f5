package lab.wire;

import java.util.Map;

/**
 * The counters of the slow backend since its start, {@code GET /actuator/counters}: one
 * consistent reading.
 *
 * @param requests its requests
 * @param delays the delays of the completed requests
 * @param hitBy requests that a fault hit, by its kind: at their arrival, or, by an
 * outage, while they waited
 * @param failedBy requests whose answer a fault broke, by its kind
 */
public record BackendCounters(Requests requests, Delays delays, Map<String, Long> hitBy, Map<String, Long> failedBy) {

	/** The counters of a run without a backend. */
	public static final BackendCounters NONE = new BackendCounters(new Requests(0, 0, 0, 0, 0, 0, 0, 0),
			new Delays(0, 0, new TimerError(0, 0), 0, 0), Map.of(), Map.of());

	/**
	 * Requests.
	 *
	 * @param received requests received
	 * @param completed requests whose answer was produced
	 * @param failed requests whose answer a fault broke
	 * @param abandoned requests whose client left before the answer
	 * @param inFlight requests waiting now
	 * @param mostInFlight the most that ever waited at once
	 * @param inFlightSeconds integral of the requests waiting over time, in
	 * request-seconds
	 * @param meanInFlight {@code inFlightSeconds} over the seconds since the start
	 */
	public record Requests(long received, long completed, long failed, long abandoned, long inFlight, long mostInFlight,
			double inFlightSeconds, double meanInFlight) {

	}

	/**
	 * Delays of the completed requests, in milliseconds.
	 *
	 * @param drawnMillis sum of the delays drawn
	 * @param givenMillis sum of the delays that they really waited
	 * @param timerErrorMillis how late the timer answered
	 * @param meanDrawnMillis {@code drawnMillis} / {@code completed}, 0 before the first
	 * @param meanGivenMillis {@code givenMillis} / {@code completed}, 0 before the first
	 */
	public record Delays(double drawnMillis, double givenMillis, TimerError timerErrorMillis, double meanDrawnMillis,
			double meanGivenMillis) {

	}

	/**
	 * Percentiles of the delay given less the delay drawn, in milliseconds, to three
	 * digits.
	 *
	 * @param p50 the median
	 * @param p99 the 99th percentile
	 */
	public record TimerError(double p50, double p99) {

	}

}
