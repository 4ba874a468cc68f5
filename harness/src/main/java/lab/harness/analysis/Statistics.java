package lab.harness.analysis;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

import lab.harness.model.result.Result.Interval;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Means, differences and ratios of repeated runs, and how sure they are.
 */
final class Statistics {

	/** Intervals hold the true value in all cases but this share. */
	static final double ALPHA = 0.05;

	/** Fewer runs do not show how much runs vary. */
	static final int LEAST_RUNS = 3;

	private Statistics() {
	}

	static double mean(Collection<Double> values) {
		return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
	}

	static double known(@Nullable Double end) {
		return Objects.requireNonNull(end, "no interval");
	}

	/**
	 * An estimate of one value for each run, or for each pair of runs of the same round.
	 *
	 * @param center the mean; of the logarithms for ratios, which vary on that scale:
	 * twice and half are equally far from one
	 * @param error standard error of the center, sd / √n
	 * @param degrees degrees of freedom of the sd
	 */
	record Estimate(Collection<Double> values, double center, double error, int degrees, boolean ofRatios) {

		static Estimate of(Collection<Double> values, boolean ofRatios) {
			List<Double> onScale = values.stream().map((value) -> ofRatios ? Math.log(value) : value).toList();
			double mean = mean(onScale);
			double squares = onScale.stream().mapToDouble((value) -> (value - mean) * (value - mean)).sum();
			int degrees = values.size() - 1;
			return new Estimate(values, mean, Math.sqrt(squares / degrees / values.size()), degrees, ofRatios);
		}

		double value() {
			return value(this.center);
		}

		private double value(double onScale) {
			return this.ofRatios ? Math.exp(onScale) : onScale;
		}

		/** Whether there are enough runs for an interval. */
		boolean hasInterval() {
			return this.degrees >= LEAST_RUNS - 1 && Double.isFinite(this.error);
		}

		/** The two-sided p-value of no difference; 1 if there is no interval. */
		double p() {
			return (!hasInterval() || this.center == 0) ? 1
					: 2 * TDistribution.of(this.degrees).survivalProbability(Math.abs(this.center) / this.error);
		}

		/** Student's interval, which holds the true value in all cases but alpha. */
		Interval interval(double alpha) {
			if (!hasInterval()) {
				return new Interval(value(), null, null, this.values.size());
			}
			double half = TDistribution.of(this.degrees).inverseSurvivalProbability(alpha / 2) * this.error;
			return new Interval(value(), value(this.center - half), value(this.center + half), this.values.size());
		}

	}

}
