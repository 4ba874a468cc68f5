package lab.harness.target;

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
 */
public record BackendCounters(long received, long completed, long failed, long abandoned, long inFlight,
		long mostInFlight, double inFlightSeconds, double drawnMillis, double givenMillis,
		TimerError timerErrorMillis) {

	/**
	 * Percentiles of the delay given less the delay drawn, in milliseconds.
	 */
	public record TimerError(double p50, double p99) {

	}

}
