package lab.harness.analysis;

import lab.harness.model.experiment.DelayDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The distribution that the backend draws its delays from, for comparison with the
 * measured latencies.
 *
 * @param distribution null for a fixed delay
 */
record TheoreticalDelays(double meanMillis, @Nullable ContinuousDistribution distribution) {

	/** Each kind has at most two parameters, so mean and deviation determine it. */
	static TheoreticalDelays of(DelayDistribution latency) {
		double mean = latency.meanMillis();
		double sd = latency.sdMillis();
		if (sd == 0) {
			return new TheoreticalDelays(mean, null);
		}
		return new TheoreticalDelays(mean, switch (latency.text().substring(0, 1)) {
			// The sd of a uniform distribution is its width over the root of 12.
			case "u" ->
				UniformContinuousDistribution.of(Math.max(0, mean - sd * Math.sqrt(3)), mean + sd * Math.sqrt(3));
			case "e" -> ExponentialDistribution.of(mean);
			default -> logNormal(mean, sd);
		});
	}

	/** The variance of ln X is ln(1 + cv²), and E X = exp(mu + variance / 2). */
	private static ContinuousDistribution logNormal(double mean, double sd) {
		double variance = Math.log1p(sd * sd / mean / mean);
		return LogNormalDistribution.of(Math.log(mean) - variance / 2, Math.sqrt(variance));
	}

	/** Share of the delays that are at least {@code from} and below {@code to} ms. */
	double share(double from, double to) {
		if (this.distribution == null) {
			return (from <= this.meanMillis && this.meanMillis < to) ? 1 : 0;
		}
		return this.distribution.cumulativeProbability(to) - this.distribution.cumulativeProbability(from);
	}

	/** The delay in ms that this share of the delays does not exceed; share below 1. */
	double quantile(double share) {
		return (this.distribution == null) ? this.meanMillis : this.distribution.inverseCumulativeProbability(share);
	}

}
