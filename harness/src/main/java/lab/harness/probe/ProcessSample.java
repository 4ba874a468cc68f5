package lab.harness.probe;

/**
 * One process as the operating system sees it; cumulative since its start unless it says
 * otherwise.
 *
 * @param cpuMillis user and system time
 * @param rssBytes resident memory now
 * @param threads platform threads now
 * @param contextSwitches voluntary and forced
 */
public record ProcessSample(long cpuMillis, long rssBytes, int threads, long contextSwitches) {

}
