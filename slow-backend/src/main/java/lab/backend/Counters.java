package lab.backend;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * One consistent reading of the {@link Ledger}, cumulative since the start; as JSON it is
 * flat.
 *
 * @param requests what came in, and what became of it
 * @param delays how long the completed requests waited
 * @param hitBy requests that a fault hit, by its kind: at their arrival, or, an
 * {@link FaultKind#OUTAGE}, while they waited
 * @param failedBy requests whose answer a fault broke, by its kind
 */
record Counters(@JsonUnwrapped Requests requests, @JsonUnwrapped Delays delays, Map<FaultKind, Long> hitBy,
		Map<FaultKind, Long> failedBy) {

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
	 * request-seconds, up to now
	 * @param meanInFlight {@code inFlightSeconds} over the seconds since the start
	 */
	record Requests(long received, long completed, long failed, long abandoned, long inFlight, long mostInFlight,
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
	record Delays(double drawnMillis, double givenMillis, TimerError timerErrorMillis, double meanDrawnMillis,
			double meanGivenMillis) {
	}

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
