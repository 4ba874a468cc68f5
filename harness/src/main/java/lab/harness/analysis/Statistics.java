package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.Result.Interval;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Means and ratios, and how sure they are.
 */
final class Statistics {

	/** Intervals hold the true value in all cases but this share. */
	static final double ALPHA = 0.05;

	/**
	 * A single run is not taken to be finer than this, however little its delays vary.
	 */
	private static final double LEAST_NOISE = 0.005;

	private static final double Z = 1.96;

	private Statistics() {
	}

	/**
	 * Mean of runs or iterations with Student's t interval: mean ± t(0.975, n - 1) sd /
	 * √n.
	 * @param values one or more; of one no interval is known
	 */
	static Interval interval(List<Double> values) {
		int n = values.size();
		double mean = mean(values);
		if (n < 2) {
			return new Interval(mean, null, null, n);
		}
		double half = quantile(ALPHA, n - 1) * standardError(values);
		return new Interval(mean, mean - half, mean + half, n);
	}

	/** The mean and its interval as a figure. */
	static Figure figure(Metric metric, List<Double> values) {
		Interval interval = interval(values);
		return new Figure(metric, interval.mean(), interval.low(), interval.high());
	}

	/**
	 * How far chance alone moves the throughput of a single run: half-width of the 95 %
	 * interval as a share of it. A closed loop is a renewal process in each slot, so the
	 * count of n completions has a relative sd of cv / √n (D. R. Cox, "Renewal Theory",
	 * 1962, 3.3).
	 * @param variation coefficient of variation of the delays
	 * @param completions requests completed in the window, 1 or more
	 */
	static double noise(double variation, double completions) {
		return Math.max(LEAST_NOISE, Z * variation / Math.sqrt(completions));
	}

	private static double mean(List<Double> values) {
		return values.stream().mapToDouble(Double::doubleValue).sum() / values.size();
	}

	private static double standardError(List<Double> values) {
		int n = values.size();
		double mean = mean(values);
		double squares = values.stream().mapToDouble((value) -> (value - mean) * (value - mean)).sum();
		return Math.sqrt(squares / (n - 1) / n);
	}

	/** Two-sided critical value; 0 degrees select the normal distribution. */
	private static double quantile(double alpha, int degrees) {
		return (degrees == 0) ? NormalDistribution.of(0, 1).inverseSurvivalProbability(alpha / 2)
				: TDistribution.of(degrees).inverseSurvivalProbability(alpha / 2);
	}

	/**
	 * The ratio of two means.
	 *
	 * @param runs pairs of runs that it is made of, or 1
	 * @param error standard error; of the logarithm for two pairs or more; null if it is
	 * unknown
	 */
	record Ratio(double mean, int runs, @Nullable Double error) {

		/**
		 * The ratio of runs that are paired by their rounds, since the variants of a
		 * round draw the same delays.
		 * @param ones values of the numerator, all above 0
		 */
		static Ratio ofPairs(List<Double> ones, List<Double> others) {
			List<Double> logs = new ArrayList<>();
			for (int pair = 0; pair < ones.size(); pair++) {
				logs.add(Math.log(ones.get(pair) / others.get(pair)));
			}
			return new Ratio(Math.exp(Statistics.mean(logs)), logs.size(), standardError(logs));
		}

		/**
		 * The ratio of single runs, each with an interval of its own. Relative errors add
		 * up as h² = h₁² + h₂².
		 */
		static Ratio of(Interval one, Interval other) {
			double ratio = one.mean() / other.mean();
			OptionalDouble up = share(one);
			OptionalDouble down = share(other);
			return new Ratio(ratio, 1, (up.isPresent() && down.isPresent())
					? (Double) (ratio * Math.hypot(up.getAsDouble(), down.getAsDouble()) / quantile(ALPHA, 0)) : null);
		}

		/** Half-width as a share of the mean. */
		private static OptionalDouble share(Interval interval) {
			Double high = interval.high();
			return (high != null) ? OptionalDouble.of((high - interval.mean()) / interval.mean())
					: OptionalDouble.empty();
		}

		private boolean paired() {
			return this.runs > 1;
		}

		/**
		 * The two-sided p-value of a true ratio of 1; 1 if the error is unknown.
		 */
		double p() {
			Double sd = this.error;
			double distance = Math.abs(paired() ? Math.log(this.mean) : this.mean - 1);
			if (sd == null || !Double.isFinite(distance)) {
				return 1;
			}
			if (sd == 0) {
				return (distance > 0) ? 0 : 1;
			}
			return 2 * (paired() ? TDistribution.of(this.runs - 1).survivalProbability(distance / sd)
					: NormalDistribution.of(0, 1).survivalProbability(distance / sd));
		}

		/** The interval that holds the true ratio in all cases but alpha. */
		Interval interval(double alpha) {
			Double sd = this.error;
			if (sd == null) {
				return new Interval(this.mean, null, null, this.runs);
			}
			double half = quantile(alpha, paired() ? this.runs - 1 : 0) * sd;
			return paired()
					? new Interval(this.mean, this.mean * Math.exp(-half), this.mean * Math.exp(half), this.runs)
					: new Interval(this.mean, this.mean - half, this.mean + half, this.runs);
		}

	}

}
