package lab.harness.analysis;

/**
 * One request as JMeter recorded it.
 *
 * @param start milliseconds since 1970 at which it was sent
 * @param elapsed milliseconds until the answer was complete
 * @param late milliseconds that it was sent after its intended time, 0 or more; -1 if the
 * file does not have it
 * @param success whether it counts as a success
 * @param users users active in its thread group
 */
record JtlRow(String label, long start, long elapsed, long late, boolean success, Cause cause, int users,
		Sender sender) {

	long end() {
		return this.start + this.elapsed;
	}

	/**
	 * Milliseconds from the intended time of sending, where it is known, until the answer
	 * was complete: a late generator must not flatter the service (coordinated omission).
	 */
	long latency() {
		return this.elapsed + Math.max(0, this.late);
	}

	/**
	 * What JMeter wrote of a request.
	 *
	 * @param code status, or JMeter's text for a request without an answer
	 * @param message what goes with the code
	 * @param problem the cause that the answer stated, empty where it stated none
	 */
	record Cause(String code, String message, String problem) {

		private static final String TRANSACTION = "Number of samples in transaction";

		/** Whether it is no request, but the sum of several that have rows themselves. */
		boolean transaction() {
			return this.message.startsWith(TRANSACTION);
		}

	}

	/**
	 * Who sent a request.
	 *
	 * @param worker address of JMeter's remote worker, empty where JMeter itself did
	 * @param group name of the thread group, empty if the file does not have it
	 */
	record Sender(String worker, String group) {
	}

}
