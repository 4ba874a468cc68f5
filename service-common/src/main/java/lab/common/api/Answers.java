package lab.common.api;

import java.util.List;

/**
 * The answers of the API, and the backend's. {@code servedBy} is the name of the app, and
 * {@code thread} the kind of the thread that made the answer.
 */
public final class Answers {

	private Answers() {
	}

	/**
	 * The answer of the slow backend.
	 *
	 * @param millis how long it waited, in milliseconds
	 */
	public record BackendAnswer(long millis) {

	}

	/**
	 * The answer to {@code GET /}: one call to the slow backend.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param backendMillis how long the backend says it waited, in milliseconds
	 */
	public record CallAnswer(String servedBy, ThreadKind thread, long backendMillis) {

	}

	/**
	 * The answer to {@code GET /fan-out}: several calls to the slow backend.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param style how the calls were made
	 * @param backendMillis how long the backend says it waited for each call, in the
	 * order of the calls, in milliseconds
	 */
	public record FanOutAnswer(String servedBy, ThreadKind thread, String style, List<Long> backendMillis) {

		public FanOutAnswer {
			backendMillis = List.copyOf(backendMillis);
		}

	}

	/**
	 * The answer to {@code GET /compute/{n}}: processor time only.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param n how many whole numbers were summed
	 * @param sum 0 + 1 + ... + (n - 1)
	 */
	public record ComputeAnswer(String servedBy, ThreadKind thread, long n, long sum) {

	}

	/**
	 * The answer to {@code GET /mixed/{n}}: one call to the slow backend, then processor
	 * time.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param backendMillis how long the backend says it waited, in milliseconds
	 * @param n how many whole numbers were summed
	 * @param sum 0 + 1 + ... + (n - 1)
	 */
	public record MixedAnswer(String servedBy, ThreadKind thread, long backendMillis, long n, long sum) {

	}

	/**
	 * The answer to {@code GET /sleep/{millis}} and {@code GET /synchronized/{millis}}: a
	 * wait in the app itself.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param sleptMillis how long it was asked to wait, in milliseconds
	 */
	public record SleepAnswer(String servedBy, ThreadKind thread, long sleptMillis) {

	}

	/**
	 * The answer to {@code GET /database/{millis}}: one query.
	 *
	 * @param servedBy name of the app
	 * @param thread the kind of thread
	 * @param queryMillis how long the query was asked to take, in milliseconds
	 */
	public record DatabaseAnswer(String servedBy, ThreadKind thread, long queryMillis) {

	}

}
