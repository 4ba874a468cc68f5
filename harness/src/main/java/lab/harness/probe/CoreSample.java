package lab.harness.probe;

/**
 * Processor time of one logical processor since the machine started.
 *
 * @param processor its number
 * @param totalMillis all of it
 * @param idleMillis idle, waiting for a disk included
 */
public record CoreSample(int processor, long totalMillis, long idleMillis) {

}
