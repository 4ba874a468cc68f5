package lab.harness.analysis;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import lab.harness.model.result.ErrorKind;

/**
 * One request as JMeter recorded it.
 *
 * @param start milliseconds since 1970 at which it was sent
 * @param elapsed milliseconds until the answer was complete
 * @param late milliseconds from its intended time of sending, 0 or more; -1 if the file
 * does not have it
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
	 * The texts from which the cause of a failure is known.
	 *
	 * @param code status, or JMeter's text for a request without an answer
	 * @param message reason phrase, or the message of JMeter's exception
	 * @param problem the cause that the answer stated, empty if it stated none
	 */
	record Cause(String code, String message, String problem) {

		static final ErrorKind REFUSED = ErrorKind.unanswered("connect refused");

		private static final ErrorKind CONNECT_TIMEOUT = ErrorKind.unanswered("connect timeout");

		private static final ErrorKind NO_PORT = ErrorKind.unanswered("no local port left");

		static final Set<ErrorKind> NEVER_CONNECTED = Set.of(REFUSED, CONNECT_TIMEOUT, NO_PORT);

		/**
		 * The kinds of requests without an answer; the first whose words occur applies.
		 */
		private static final List<Known> KNOWN = List.of(new Known("Connection refused", REFUSED),
				new Known("ConnectTimeoutException|(?i:connect timed out)", CONNECT_TIMEOUT),
				new Known("SocketTimeoutException|Read timed out", ErrorKind.unanswered("read timeout")),
				new Known("Cannot assign requested address", NO_PORT),
				new Known("reset|Broken pipe", ErrorKind.unanswered("reset")),
				new Known("NoHttpResponse|ConnectionClosed|Truncated", ErrorKind.unanswered("closed early")));

		/** Numbers and addresses, which differ from request to request. */
		private static final Pattern VARYING = Pattern.compile("0x[0-9a-fA-F]+|@[0-9a-f]{4,}|\\d+");

		private static final int LONGEST = 120;

		private static final String TRANSACTION = "Number of samples in transaction";

		/** The kind of a failed request, without what differs from request to request. */
		ErrorKind errorKind() {
			if (this.code.matches("\\d{3}")) {
				return new ErrorKind(this.code, shortened(JtlColumns.printable(this.problem)));
			}
			String text = this.code + " " + this.message;
			return KNOWN.stream()
				.filter((known) -> known.words.matcher(text).find())
				.map(Known::kind)
				.findFirst()
				.orElseGet(() -> other(text));
		}

		private static ErrorKind other(String text) {
			String other = JtlColumns
				.printable(text.replace("Non HTTP response code: ", "").replace("Non HTTP response message: ", ""));
			return ErrorKind
				.unanswered(other.isBlank() ? "unknown" : shortened(VARYING.matcher(other).replaceAll("N")));
		}

		private static String shortened(String text) {
			return (text.length() <= LONGEST) ? text : text.substring(0, LONGEST) + "...";
		}

		/** Whether the row is the sum of several requests with rows of their own. */
		boolean transaction() {
			return this.message.startsWith(TRANSACTION);
		}

		private record Known(Pattern words, ErrorKind kind) {

			Known(String words, ErrorKind kind) {
				this(Pattern.compile(words), kind);
			}

		}

	}

	/**
	 * The thread that sent a request.
	 *
	 * @param thread its name, empty if the file does not have it
	 */
	record Sender(Group group, String thread) {

		static final Sender UNKNOWN = new Sender(new Group("", ""), "");

	}

	/**
	 * A thread group of a JMeter, which counts its own users.
	 *
	 * @param worker address of JMeter's remote worker, or the name of its host; empty if
	 * the file has neither
	 * @param name name and number of the thread group, since two groups may have the same
	 * name; empty if the file does not have it
	 */
	record Group(String worker, String name) {
	}

}
