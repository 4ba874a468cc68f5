package lab.harness.model.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/**
 * The distribution of the slow backend's delays, in milliseconds. Its moments are
 * computed from the text, independently of the backend's code, so that a check can
 * compare the two.
 */
public sealed interface DelayDistribution {

	/** The longest delay that the backend accepts. */
	double MOST_MILLIS = 60_000;

	/** A kind, and one time or two. */
	Pattern TEXT = Pattern.compile(
			"([a-z-]+)\\s+@(?:(\\s*\\.\\.\\s*|\\s+p99\\s+)@)?".replace("@", "(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ms|s)"));

	/**
	 * Reads a distribution: {@code fixed 40ms}, {@code uniform 0ms..1000ms},
	 * {@code exponential 500ms} (its mean) or {@code log-normal 400ms p99 2s} (its median
	 * and 99th percentile).
	 * @throws InvalidInputException if the text is none of these
	 */
	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static DelayDistribution parse(String text) {
		Matcher matcher = TEXT.matcher(text.strip());
		if (matcher.matches()) {
			boolean single = matcher.group(4) == null;
			double first = millis(matcher, 2);
			double second = single ? Double.POSITIVE_INFINITY : millis(matcher, 5);
			String form = matcher.group(1) + (single ? "" : matcher.group(4).strip());
			if (first < second && (first > 0 || form.equals("uniform.."))) {
				switch (form) {
					case "fixed":
						return new Fixed(matcher.group(), first);
					case "uniform..":
						return new Uniform(matcher.group(), first, second);
					case "exponential":
						return new Exponential(matcher.group(), first);
					case "log-normalp99":
						return new LogNormal(matcher.group(), first, second);
				}
			}
		}
		throw new InvalidInputException(
				"invalid latency '" + text + "'; write fixed 40ms, uniform 0ms..1000ms (low..high),"
						+ " exponential 500ms (mean) or log-normal 400ms p99 2s (median, 99th percentile)");
	}

	private static double millis(Matcher matcher, int group) {
		double millis = Double.parseDouble(matcher.group(group)) * ("s".equals(matcher.group(group + 1)) ? 1000 : 1);
		if (millis > MOST_MILLIS) {
			throw new InvalidInputException("'" + matcher.group() + "' is too long; the backend waits 60s at most");
		}
		return millis;
	}

	/** The text in YAML and for the backend, such as {@code uniform 0ms..1000ms}. */
	@JsonValue
	String text();

	double meanMillis();

	/** The standard deviation. */
	double sdMillis();

	/** The third central moment over the cube of the standard deviation. */
	default double skewness() {
		return 0;
	}

	/**
	 * Mean of the longest of n independent delays: the integral of 1 − F(x)^n over x from
	 * 0 to infinity (H. A. David, "Order Statistics", 1970). An answer that waits for n
	 * calls at once takes this time.
	 * @param delays n, 1 or more
	 */
	double meanOfLongest(int delays);

	/** Share of the delays that are at least {@code from} and below {@code to}. */
	double share(double from, double to);

	/** The delay that this share of the delays does not exceed; share below 1. */
	double quantile(double share);

	/**
	 * The delays during the warm-up, with which the users make at most two thousand
	 * requests a second, by Little's law. A JVM optimises a method after some thousand
	 * calls, which a slower backend would put off until the measurement; with a faster
	 * one the requests would take the processors from the compilers.
	 * @param users users of the warm-up
	 */
	default DelayDistribution whileWarmingUp(int users) {
		long mean = Math.clamp(users / 2, 1, (long) MOST_MILLIS / 2);
		return (meanMillis() > mean) ? parse("uniform 0ms..%dms".formatted(2 * mean)) : this;
	}

	/**
	 * Standard deviation of the age of a cycle in progress at a random moment: a delay
	 * and a fixed time in milliseconds, 0 for the delays alone. The age of a renewal
	 * process has the density (1 - F(x)) / mean, so its moments are E D² / 2 mean and E
	 * D³ / 3 mean (D. R. Cox, "Renewal Theory", 1962, chapter 5), in terms of the
	 * coefficient of variation and the skewness.
	 */
	default double ageSdMillis(double fixedMillis) {
		double mean = meanMillis() + fixedMillis;
		double cv = sdMillis() / mean;
		return mean * Math.sqrt(skewness() * cv * cv * cv / 3 + cv * cv / 2 + 1 / 12.0 - cv * cv * cv * cv / 4);
	}

	record Fixed(String text, double meanMillis) implements DelayDistribution {

		@Override
		public double sdMillis() {
			return 0;
		}

		@Override
		public double meanOfLongest(int delays) {
			return this.meanMillis;
		}

		@Override
		public double share(double from, double to) {
			return (from <= this.meanMillis && this.meanMillis < to) ? 1 : 0;
		}

		@Override
		public double quantile(double share) {
			return this.meanMillis;
		}

	}

	/** A distribution in which no two delays are equal. */
	sealed interface Continuous extends DelayDistribution {

		int INTEGRATION_STEPS = 60_000;

		ContinuousDistribution distribution();

		@Override
		default double meanMillis() {
			return distribution().getMean();
		}

		@Override
		default double sdMillis() {
			return Math.sqrt(distribution().getVariance());
		}

		@Override
		default double share(double from, double to) {
			return distribution().probability(from, to);
		}

		@Override
		default double quantile(double share) {
			return distribution().inverseCumulativeProbability(share);
		}

		@Override
		default double meanOfLongest(int delays) {
			ContinuousDistribution one = distribution();
			// Beyond this, the integrand is 0 in double precision.
			double step = one.inverseSurvivalProbability(1e-16) / INTEGRATION_STEPS;
			return step * IntStream.range(0, INTEGRATION_STEPS)
				.mapToDouble((number) -> 1 - Math.pow(one.cumulativeProbability((number + 0.5) * step), delays))
				.sum();
		}

	}

	record Uniform(String text, double low, double high) implements Continuous {

		@Override
		public ContinuousDistribution distribution() {
			return UniformContinuousDistribution.of(this.low, this.high);
		}

	}

	record Exponential(String text, double meanMillis) implements Continuous {

		@Override
		public ContinuousDistribution distribution() {
			return ExponentialDistribution.of(this.meanMillis);
		}

		@Override
		public double skewness() {
			return 2;
		}

	}

	/** The logarithm of a delay is normal, with the mean ln(median). */
	record LogNormal(String text, double median, double p99) implements Continuous {

		/** The 99th percentile of the standard normal distribution. */
		private static final double Z99 = 2.3263478740408408;

		@Override
		public ContinuousDistribution distribution() {
			return LogNormalDistribution.of(Math.log(this.median), Math.log(this.p99 / this.median) / Z99);
		}

		@Override
		public double skewness() {
			double cv = sdMillis() / meanMillis();
			return cv * cv * cv + 3 * cv;
		}

	}

}
