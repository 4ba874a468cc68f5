package lab.harness.analysis;

import org.jspecify.annotations.Nullable;

/**
 * All runs of a variant at one load point.
 *
 * @param variant name of the arm
 * @param users users in the closed loop
 * @param throughput requests a second: mean and 95 % interval; of a single run the
 * interval is that of chance in the delays alone
 * @param ofCeiling mean share of the ceiling
 */
public record Summary(String variant, int users, Interval throughput, @Nullable Double ofCeiling) {

}
