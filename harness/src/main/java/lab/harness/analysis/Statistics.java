package lab.harness.analysis;

import java.util.List;
import java.util.Objects;

import lab.harness.model.Result.Interval;
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

	static double mean(List<Double> values) {
		return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
	}

	/** The smallest interval that holds two intervals, with the mean of the first. */
	static Interval hull(Interval one, Interval other) {
		return new Interval(one.mean(), Math.min(known(one.low()), known(other.low())),
				Math.max(known(one.high()), known(other.high())), one.runs());
	}

	static double known(@Nullable Double end) {
		return Objects.requireNonNull(end, "no interval");
	}

	/**
	 * An estimate of one value for each run, or for each pair of runs of the same round.
	 *
	 * @param center the mean; of the logarithms for ratios
	 * @param error standard error of the center, sd / √n
	 */
	record Estimate(double center, double error, int runs, boolean ofRatios) {

		static Estimate of(List<Double> values) {
			return of(values, false);
		}

		/** Ratios vary on the logarithm: twice and half are equally far from one. */
		static Estimate ofRatios(List<Double> ratios) {
			return of(ratios.stream().map(Math::log).toList(), true);
		}

		private static Estimate of(List<Double> values, boolean ofRatios) {
			int n = values.size();
			double mean = mean(values);
			double squares = values.stream().mapToDouble((value) -> (value - mean) * (value - mean)).sum();
			return new Estimate(mean, Math.sqrt(squares / (n - 1) / n), n, ofRatios);
		}

		double value() {
			return value(this.center);
		}

		private double value(double onScale) {
			return this.ofRatios ? Math.exp(onScale) : onScale;
		}

		/** Whether there are enough runs for an interval. */
		boolean hasInterval() {
			return this.runs >= LEAST_RUNS && Double.isFinite(this.error);
		}

		/** The two-sided p-value of no difference; 1 if there is no interval. */
		double p() {
			if (!hasInterval()) {
				return 1;
			}
			return (this.center == 0) ? 1
					: 2 * TDistribution.of(this.runs - 1).survivalProbability(Math.abs(this.center) / this.error);
		}

		/** The greatest difference that the interval allows, as a share for ratios. */
		double margin(double alpha) {
			Interval interval = interval(alpha);
			int none = this.ofRatios ? 1 : 0;
			return Math.max(known(interval.high()) - none, none - known(interval.low()));
		}

		/** Student's interval, which holds the true value in all cases but alpha. */
		Interval interval(double alpha) {
			if (!hasInterval()) {
				return new Interval(value(), null, null, this.runs);
			}
			double half = TDistribution.of(this.runs - 1).inverseSurvivalProbability(alpha / 2) * this.error;
			return new Interval(value(), value(this.center - half), value(this.center + half), this.runs);
		}

	}

}
