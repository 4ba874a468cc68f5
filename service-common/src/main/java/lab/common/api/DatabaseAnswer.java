package lab.common.api;

/**
 * The answer to {@code GET /database/{millis}}: one query.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that waited for the query
 * @param queryMillis how long the query was asked to take, in milliseconds
 */
public record DatabaseAnswer(String servedBy, ThreadKind thread, long queryMillis) {

}
