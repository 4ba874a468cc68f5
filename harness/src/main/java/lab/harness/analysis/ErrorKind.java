package lab.harness.analysis;

/**
 * The cause of a failed request, from what JMeter wrote of it.
 */
final class ErrorKind {

	/** The one kind that never reached the app. */
	static final String REFUSED = "connect refused";

	private ErrorKind() {
	}

	static String of(JtlRow row) {
		if (row.code().matches("\\d{3}")) {
			return "status " + row.code();
		}
		String text = row.code() + " " + row.message();
		if (text.contains("Connection refused")) {
			return REFUSED;
		}
		if (text.contains("ConnectTimeoutException") || text.contains("connect timed out")) {
			return "connect timeout";
		}
		if (text.contains("SocketTimeoutException") || text.contains("Read timed out")) {
			return "read timeout";
		}
		if (text.contains("Cannot assign requested address")) {
			return "no local port left";
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
