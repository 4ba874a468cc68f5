package lab.common.api;

/**
 * What the slow backend answers.
 *
 * @param millis how long it waited, in milliseconds
 */
public record BackendAnswer(long millis) {

}
