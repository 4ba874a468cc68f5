package lab.harness.analysis;

import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
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
	 * @param center the mean; of the logarithms for ratios, which vary on that scale:
	 * twice and half are equally far from one
	 * @param error standard error of the center, sd / √n
	 * @param degrees degrees of freedom of the sd
	 */
	record Estimate(Collection<Double> values, double center, double error, int degrees, boolean ofRatios) {

		/** With the variance of the first rounds and the mean of all. */
		static Estimate of(NavigableMap<Integer, Double> byRound, int firstRounds, boolean ofRatios) {
			List<Double> first = onScale(byRound.headMap(firstRounds, true).values(), ofRatios);
			double mean = mean(first);
			double squares = first.stream().mapToDouble((value) -> (value - mean) * (value - mean)).sum();
			return new Estimate(byRound.values(), mean(onScale(byRound.values(), ofRatios)),
					Math.sqrt(squares / (first.size() - 1) / byRound.size()), first.size() - 1, ofRatios);
		}

		private static List<Double> onScale(Collection<Double> values, boolean ofRatios) {
			return values.stream().map((value) -> ofRatios ? Math.log(value) : value).toList();
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
			if (!hasInterval()) {
				return 1;
			}
			return (this.center == 0) ? 1
					: 2 * TDistribution.of(this.degrees).survivalProbability(Math.abs(this.center) / this.error);
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
				return new Interval(value(), null, null, this.values.size());
			}
			double half = half(alpha);
			return new Interval(value(), value(this.center - half), value(this.center + half), this.values.size());
		}

		private double half(double alpha) {
			return TDistribution.of(this.degrees).inverseSurvivalProbability(alpha / 2) * this.error;
		}

		/** Rounds that a half-width asks for, (t sd / half)². */
		int rounds(double alpha, double wanted) {
			double width = this.ofRatios ? Math.log1p(wanted) : wanted;
			return (int) Math.ceil(this.values.size() * Math.pow(half(alpha) / width, 2));
		}

	}

}
