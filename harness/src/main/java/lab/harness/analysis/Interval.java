package lab.harness.analysis;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean and the 95 % interval in which the true one lies.
 *
 * @param mean the mean
 * @param low lower bound
 * @param high upper bound
 * @param runs runs it is made of
 */
public record Interval(double mean, double low, double high, int runs) {

	/**
	 * Student's t interval over runs: mean ± t(0.975, n - 1) sd / √n.
	 * @param values a value a run, two or more
	 */
	static Interval ofRuns(double[] values) {
		int n = values.length;
		double mean = mean(values);
		double squares = 0;
		for (double value : values) {
			squares += (value - mean) * (value - mean);
		}
		double half = TDistribution.of(n - 1).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
		return new Interval(mean, mean - half, mean + half, n);
	}

	/** A single run with a half-width that is known from elsewhere. */
	static Interval ofOne(double value, double half) {
		return new Interval(value, value - half, value + half, 1);
	}

	boolean spans(double value) {
		return this.low <= value && value <= this.high;
	}

	private static double mean(double[] values) {
		double sum = 0;
		for (double value : values) {
			sum += value;
		}
		return sum / values.length;
	}

}
