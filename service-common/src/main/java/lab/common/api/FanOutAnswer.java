package lab.common.api;

import java.util.List;

/**
 * The answer to {@code GET /fan-out}: several calls to the slow backend.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that wrote the answer
 * @param style how the calls were made
 * @param backendMillis how long the backend says it waited, for each call in the order of
 * asking, in milliseconds
 */
public record FanOutAnswer(String servedBy, ThreadKind thread, String style, List<Long> backendMillis) {

	public FanOutAnswer {
		backendMillis = List.copyOf(backendMillis);
	}

}
