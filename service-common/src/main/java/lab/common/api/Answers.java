package lab.common.api;

import java.util.List;

/**
 * The answers of the API, and that of the backend. {@code servedBy} is the name of the
 * app, and {@code thread} the kind of the thread that made the answer. Times are in the
 * unit of their name; {@code backendMillis} is how long the backend says it waited.
 */
public final class Answers {

	private Answers() {
	}

	/** The answer of the slow backend. */
	public record BackendAnswer(long millis) {

	}

	/** The answer to {@code GET /} and other requests that make one call. */
	public record CallAnswer(String servedBy, ThreadKind thread, long backendMillis) {

	}

	/** The answer to {@code GET /fan-out}, with the times in the order of the calls. */
	public record FanOutAnswer(String servedBy, ThreadKind thread, String style, List<Long> backendMillis) {

	}

	/** The answer to {@code GET /compute/{n}}: the sum 0 + 1 + ... + (n - 1). */
	public record ComputeAnswer(String servedBy, ThreadKind thread, long n, long sum) {

	}

	/** The answer to {@code GET /mixed/{n}}: one call, then the sum. */
	public record MixedAnswer(String servedBy, ThreadKind thread, long backendMillis, long n, long sum) {

	}

	/** The answer to {@code GET /sleep/{millis}} and {@code /synchronized/{millis}}. */
	public record SleepAnswer(String servedBy, ThreadKind thread, long sleptMillis) {

	}

	/** The answer to {@code GET /database/{millis}}. */
	public record DatabaseAnswer(String servedBy, ThreadKind thread, long queryMillis) {

	}

	/**
	 * An event of {@code GET /events}: its number from 0 on, and the microseconds since
	 * 1970 at which it was due.
	 */
	public record EventAnswer(String servedBy, ThreadKind thread, int event, long dueMicros) {

	}

}
