package lab.backend;

import java.util.Map;

/**
 * One consistent reading of the {@link Ledger}, cumulative since the start.
 *
 * @param received requests received
 * @param completed requests whose answer was produced
 * @param failed requests whose answer a fault broke
 * @param abandoned requests whose client left before the answer
 * @param inFlight requests waiting now
 * @param mostInFlight the most that ever waited at once
 * @param inFlightSeconds integral of the requests waiting over time, in request-seconds,
 * up to now
 * @param drawnMillis sum of the delays drawn for the completed requests
 * @param givenMillis sum of the delays that the completed requests really waited
 * @param timerErrorMillis how late the timer answered
 * @param meanDrawnMillis {@code drawnMillis} / {@code completed}, 0 before the first
 * @param meanGivenMillis {@code givenMillis} / {@code completed}, 0 before the first
 * @param meanInFlight {@code inFlightSeconds} over the seconds since the start
 * @param hitBy requests that a fault hit, by its kind: at their arrival, or, an
 * {@link FaultKind#OUTAGE}, while they waited
 * @param failedBy {@code failed} by kind of fault
 */
record Counters(long received, long completed, long failed, long abandoned, long inFlight, long mostInFlight,
		double inFlightSeconds, double drawnMillis, double givenMillis, TimerError timerErrorMillis,
		double meanDrawnMillis, double meanGivenMillis, double meanInFlight, Map<FaultKind, Long> hitBy,
		Map<FaultKind, Long> failedBy) {

	/**
	 * Percentiles of the delay given less the delay drawn, in milliseconds, to three
	 * digits.
	 *
	 * @param p50 the median
	 * @param p99 the 99th percentile
	 */
	record TimerError(double p50, double p99) {
	}

}
