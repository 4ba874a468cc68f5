package lab.harness.analysis;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The cause of a failed request, from what JMeter wrote of it.
 */
final class ErrorKind {

	/** Stands for all kinds of a run beyond the first {@value #MOST}. */
	static final String OTHERS = "other causes";

	/** Kinds of errors that a run is told apart by; a report of more tells nothing. */
	static final int MOST = 20;

	/** The one kind that never reached the app. */
	static final String REFUSED = "connect refused";

	private static final String CONNECT_TIMEOUT = "connect timeout";

	private static final String NO_PORT = "no local port left";

	/** The kinds that never got a connection. */
	private static final Set<String> NEVER_IN = Set.of(REFUSED, CONNECT_TIMEOUT, NO_PORT);

	/** Numbers and addresses. */
	private static final Pattern VARYING = Pattern.compile("0x[0-9a-fA-F]+|@[0-9a-f]{4,}|\\d+");

	private static final int MOST_LETTERS = 120;

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

	/**
	 * The kind of a failed request. What differs from request to request, such as ports
	 * and addresses, is no part of it.
	 */
	static String of(JtlRow.Cause cause) {
		if (cause.code().matches("\\d{3}")) {
			return "status " + cause.code()
					+ (cause.problem().isEmpty() ? "" : " " + shortened(JtlColumns.shown(cause.problem())));
		}
		String text = cause.code() + " " + cause.message();
		if (text.contains("Connection refused")) {
			return REFUSED;
		}
		if (text.contains("ConnectTimeoutException") || text.toLowerCase(Locale.ROOT).contains("connect timed out")) {
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
		String other = JtlColumns
			.shown(text.replace("Non HTTP response code: ", "").replace("Non HTTP response message: ", ""));
		return other.isBlank() ? "unknown" : shortened(VARYING.matcher(other).replaceAll("N"));
	}

	private static String shortened(String text) {
		return (text.length() <= MOST_LETTERS) ? text : text.substring(0, MOST_LETTERS) + "...";
	}

}
