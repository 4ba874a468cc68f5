package lab.harness.analysis;

/**
 * Time from request to answer at the generator, of the successful requests that ended in
 * the window, in milliseconds. A closed workload records no intended start times, so a
 * stalled server looks better here than it was (coordinated omission).
 */
public record LatencySummary(double mean, long p50, long p90, long p99, long max) {

}
