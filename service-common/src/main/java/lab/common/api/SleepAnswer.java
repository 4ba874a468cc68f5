package lab.common.api;

/**
 * The answer to {@code GET /sleep/{millis}} and {@code GET /synchronized/{millis}}: a
 * wait in the app itself.
 *
 * @param servedBy name of the app
 * @param thread the kind of thread that took the request
 * @param sleptMillis how long it was asked to wait, in milliseconds
 */
public record SleepAnswer(String servedBy, ThreadKind thread, long sleptMillis) {

}
