package lab.harness.analysis;

import java.util.Set;

/**
 * The cause of a failed request, from what JMeter wrote of it.
 */
final class ErrorKind {

	/** The one kind that never reached the app. */
	static final String REFUSED = "connect refused";

	private static final String CONNECT_TIMEOUT = "connect timeout";

	private static final String NO_PORT = "no local port left";

	/** The kinds that never got a connection. */
	private static final Set<String> NEVER_IN = Set.of(REFUSED, CONNECT_TIMEOUT, NO_PORT);

	private ErrorKind() {
	}

	/** Whether there was an answer, if one that says that something is wrong. */
	static boolean isAnswer(String kind) {
		return kind.startsWith("status ");
	}

	/**
	 * Whether a request that the app had taken, as far as its client can tell, got no
	 * answer.
	 */
	static boolean isLost(String kind) {
		return !isAnswer(kind) && !NEVER_IN.contains(kind);
	}

	static String of(JtlRow row) {
		if (row.code().matches("\\d{3}")) {
			return "status " + row.code() + (row.problem().isEmpty() ? "" : " " + row.problem());
		}
		String text = row.code() + " " + row.message();
		if (text.contains("Connection refused")) {
			return REFUSED;
		}
		if (text.contains("ConnectTimeoutException") || text.contains("connect timed out")) {
			return CONNECT_TIMEOUT;
		}
		if (text.contains("SocketTimeoutException") || text.contains("Read timed out")) {
			return "read timeout";
		}
		if (text.contains("Cannot assign requested address")) {
			return NO_PORT;
		}
		if (text.contains("reset") || text.contains("Broken pipe")) {
			return "reset";
		}
		if (text.contains("NoHttpResponse") || text.contains("ConnectionClosed") || text.contains("Truncated")) {
			return "closed early";
		}
		return text.isBlank() ? "unknown" : text.replace("Non HTTP response code: ", "").strip();
	}

}
