package lab.common.api;

/**
 * The answer to {@code GET /}: one call to the slow backend.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that wrote the answer
 * @param backendMillis how long the backend says it waited, in milliseconds
 */
public record CallAnswer(String servedBy, ThreadKind thread, long backendMillis) {

}
