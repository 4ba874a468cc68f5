package lab.harness.analysis;

import java.util.Collection;
import java.util.List;
import java.util.Map;
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
	 * @param rounds the values by their round
	 * @param center the mean; of the logarithms for ratios, which vary on that scale:
	 * twice and half are equally far from one
	 * @param error standard error of the center, sd / √n
	 * @param degrees degrees of freedom of the sd
	 */
	record Estimate(Map<Integer, Double> rounds, double center, double error, double degrees, boolean ofRatios) {

		static Estimate of(Map<Integer, Double> rounds, boolean ofRatios) {
			List<Double> onScale = rounds.values().stream().map((value) -> ofRatios ? Math.log(value) : value).toList();
			double mean = mean(onScale);
			double squares = onScale.stream().mapToDouble((value) -> (value - mean) * (value - mean)).sum();
			int degrees = rounds.size() - 1;
			return new Estimate(rounds, mean, Math.sqrt(squares / degrees / rounds.size()), degrees, ofRatios);
		}

		/** A copy with the error that several rounds and pairs have in common. */
		Estimate withVariance(double variance, double degrees) {
			return new Estimate(this.rounds, this.center, Math.sqrt(variance / this.rounds.size()), degrees,
					this.ofRatios);
		}

		/**
		 * How much more another is, which varies on its own: the difference of the
		 * centers, with the degrees of freedom of Welch and Satterthwaite.
		 */
		Estimate to(Estimate other) {
			double own = this.error * this.error;
			double others = other.error * other.error;
			double degrees = (own + others > 0)
					? (own + others) * (own + others) / (own * own / this.degrees + others * others / other.degrees)
					: Math.min(this.degrees, other.degrees);
			Estimate shorter = (this.rounds.size() < other.rounds.size()) ? this : other;
			return new Estimate(shorter.rounds, other.center - this.center, Math.sqrt(own + others), degrees,
					this.ofRatios);
		}

		/** The sum of the squared distances from the center, 0 for a single round. */
		double squares() {
			return (this.degrees > 0) ? this.error * this.error * this.degrees * this.rounds.size() : 0;
		}

		Collection<Double> values() {
			return this.rounds.values();
		}

		double value() {
			return value(this.center);
		}

		private double value(double onScale) {
			return this.ofRatios ? Math.exp(onScale) : onScale;
		}

		/** Whether there are enough runs for an interval. */
		boolean hasInterval() {
			return this.rounds.size() >= LEAST_RUNS && Double.isFinite(this.error);
		}

		/** The two-sided p-value of no difference; 1 if there is no interval. */
		double p() {
			return (!hasInterval() || this.center == 0) ? 1
					: 2 * TDistribution.of(this.degrees).survivalProbability(Math.abs(this.center) / this.error);
		}

		/** Student's interval, which holds the true value in all cases but alpha. */
		Interval interval(double alpha) {
			if (!hasInterval()) {
				return new Interval(value(), null, null, this.rounds.size());
			}
			double half = TDistribution.of(this.degrees).inverseSurvivalProbability(alpha / 2) * this.error;
			return new Interval(value(), value(this.center - half), value(this.center + half), this.rounds.size());
		}

	}

}
