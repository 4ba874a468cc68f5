package lab.common.api;

/**
 * The answer to {@code GET /mixed/{n}}: one call to the slow backend, then processor
 * time.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that computed
 * @param backendMillis how long the backend says it waited, in milliseconds
 * @param n how many whole numbers were summed
 * @param sum 0 + 1 + ... + (n - 1)
 */
public record MixedAnswer(String servedBy, ThreadKind thread, long backendMillis, long n, long sum) {

}
