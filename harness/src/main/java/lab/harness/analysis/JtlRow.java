package lab.harness.analysis;

/**
 * One request as JMeter recorded it.
 *
 * @param label name of the sampler
 * @param start milliseconds since 1970 at which it was sent
 * @param elapsed milliseconds until the answer was complete
 * @param success whether it counts as a success
 * @param code status, or JMeter's text for a request without an answer
 * @param message what goes with the code
 * @param users users active in its thread group
 * @param problem the cause that the answer stated, empty where it stated none
 * @param worker address of the remote worker that sent it, empty where JMeter itself did
 */
record JtlRow(String label, long start, long elapsed, boolean success, String code, String message, int users,
		String problem, String worker) {

	JtlRow(String label, long start, long elapsed, boolean success, String code, String message, int users) {
		this(label, start, elapsed, success, code, message, users, "", "");
	}

	long end() {
		return this.start + this.elapsed;
	}

}
