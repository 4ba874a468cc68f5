package lab.harness.probe;

/**
 * Processor time of the whole machine since it started, all cores together.
 *
 * @param totalMillis all of it
 * @param idleMillis idle, waiting for a disk included
 * @param stealMillis taken by another guest of the same host
 */
public record MachineSample(long totalMillis, long idleMillis, long stealMillis) {

}
