package lab.harness.model.experiment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/**
 * The distribution of the slow backend's delays. Its moments are computed from the text,
 * independently of the backend's code, so that a check can compare the two.
 *
 * @param text the text in YAML and for the backend, such as {@code uniform 0ms..1000ms}
 * @param meanMillis its mean in milliseconds
 * @param sdMillis its standard deviation in milliseconds
 */
public record DelayDistribution(@JsonValue String text, double meanMillis, double sdMillis) {

	private static final String TIME = "(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ms|s)";

	/** The longest delay that the backend accepts. */
	private static final double MOST_MILLIS = 60_000;

	private static final Pattern FIXED = Pattern.compile("fixed\\s+" + TIME);

	private static final Pattern UNIFORM = Pattern.compile("uniform\\s+" + TIME + "\\s*\\.\\.\\s*" + TIME);

	private static final Pattern EXPONENTIAL = Pattern.compile("exponential\\s+" + TIME);

	private static final Pattern LOG_NORMAL = Pattern.compile("log-normal\\s+" + TIME + "\\s+p99\\s+" + TIME);

	/** The 99th percentile of the standard normal distribution. */
	private static final double Z99 = 2.3263478740408408;

	private static final DelayDistribution WARM = parse("uniform 0ms..100ms");

	/**
	 * Reads a distribution: {@code fixed 40ms}, {@code uniform 0ms..1000ms},
	 * {@code exponential 500ms} (its mean) or {@code log-normal 400ms p99 2s} (its median
	 * and 99th percentile).
	 * @throws InvalidInputException if the text is none of these
	 */
	@JsonCreator
	public static DelayDistribution parse(String text) {
		String stripped = text.strip();
		Matcher matcher = FIXED.matcher(stripped);
		if (matcher.matches() && millis(matcher, 1) > 0) {
			return new DelayDistribution(stripped, millis(matcher, 1), 0);
		}
		matcher = UNIFORM.matcher(stripped);
		if (matcher.matches() && millis(matcher, 1) < millis(matcher, 3)) {
			double low = millis(matcher, 1);
			double high = millis(matcher, 3);
			return new DelayDistribution(stripped, (low + high) / 2, (high - low) / Math.sqrt(12));
		}
		matcher = EXPONENTIAL.matcher(stripped);
		if (matcher.matches() && millis(matcher, 1) > 0) {
			return new DelayDistribution(stripped, millis(matcher, 1), millis(matcher, 1));
		}
		matcher = LOG_NORMAL.matcher(stripped);
		if (matcher.matches() && millis(matcher, 1) > 0 && millis(matcher, 1) < millis(matcher, 3)) {
			return logNormal(stripped, millis(matcher, 1), millis(matcher, 3));
		}
		throw new InvalidInputException(
				"invalid latency '" + text + "'; write fixed 40ms, uniform 0ms..1000ms (low..high),"
						+ " exponential 500ms (mean) or log-normal 400ms p99 2s (median, 99th percentile)");
	}

	/** ln X is normal with mean ln(median) and sd s, so E X = median exp(s²/2). */
	private static DelayDistribution logNormal(String text, double median, double p99) {
		double s = Math.log(p99 / median) / Z99;
		double mean = median * Math.exp(s * s / 2);
		return new DelayDistribution(text, mean, mean * Math.sqrt(Math.exp(s * s) - 1));
	}

	private static double millis(Matcher matcher, int group) {
		double millis = Double.parseDouble(matcher.group(group)) * ("s".equals(matcher.group(group + 1)) ? 1000 : 1);
		if (millis > MOST_MILLIS) {
			throw new InvalidInputException("'" + matcher.group() + "' is too long; the backend waits 60s at most");
		}
		return millis;
	}

	/**
	 * The delays during the warm-up, with a mean of 50 ms at most. A JVM optimises a
	 * method after some thousand calls, which a slower backend would put off until the
	 * measurement. With short delays the processors limit the warm-up of every model, so
	 * that all become equally warm.
	 */
	public DelayDistribution whileWarmingUp() {
		return (this.meanMillis > WARM.meanMillis) ? WARM : this;
	}

	/**
	 * The delays of a repeated warm-up, which leave time to a compiler that could not
	 * keep up: the users make at most a thousand requests a second. The delays are not
	 * longer than the measured ones.
	 * @param users users of the warm-up
	 */
	public DelayDistribution whileWarmingUpAgain(int users) {
		// By Little's law, users / (1000 requests a second).
		long mean = Math.round(Math.clamp(users, WARM.meanMillis, MOST_MILLIS / 2));
		return (this.meanMillis > mean) ? parse("uniform 0ms..%dms".formatted(2 * mean)) : this;
	}

	/**
	 * Standard deviation, in milliseconds, of the age of a delay in progress at a random
	 * moment. The age of a renewal process has the density (1 - F(x)) / mean, so its
	 * moments are E D² / 2 mean and E D³ / 3 mean (D. R. Cox, "Renewal Theory", 1962,
	 * chapter 5), in terms of the coefficient of variation and the skewness.
	 */
	public double ageSdMillis() {
		double cv = this.sdMillis / this.meanMillis;
		double skewness = this.text.startsWith("exponential") ? 2
				: this.text.startsWith("log-normal") ? cv * cv * cv + 3 * cv : 0;
		return this.meanMillis
				* Math.sqrt(skewness * cv * cv * cv / 3 + cv * cv / 2 + 1 / 12.0 - cv * cv * cv * cv / 4);
	}

	/**
	 * Mean of the longest of n independent delays, in milliseconds: the integral of 1 −
	 * F(x)^n over x from 0 to infinity (H. A. David, "Order Statistics", 1970). An answer
	 * that waits for n calls at once takes this time.
	 * @param delays n, 1 or more
	 */
	public double meanOfLongest(int delays) {
		if (this.sdMillis == 0) {
			return this.meanMillis;
		}
		if (this.text.startsWith("uniform")) {
			double half = this.sdMillis * Math.sqrt(3);
			return this.meanMillis - half + 2 * half * delays / (delays + 1);
		}
		if (this.text.startsWith("exponential")) {
			return this.meanMillis * IntStream.rangeClosed(1, delays).mapToDouble((number) -> 1.0 / number).sum();
		}
		double s = Math.sqrt(Math.log1p(this.sdMillis * this.sdMillis / this.meanMillis / this.meanMillis));
		LogNormalDistribution one = LogNormalDistribution.of(Math.log(this.meanMillis) - s * s / 2, s);
		return IntStream.range(0, (int) MOST_MILLIS)
			.mapToDouble((millis) -> 1 - Math.pow(one.cumulativeProbability(millis + 0.5), delays))
			.sum();
	}

}
