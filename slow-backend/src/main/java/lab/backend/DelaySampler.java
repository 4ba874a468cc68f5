package lab.backend;

import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Draws delays from a distribution, which is written as {@code uniform 0ms..1000ms},
 * {@code fixed 40ms}, {@code exponential 500ms} (mean) or {@code log-normal 400ms p99 2s}
 * (median and 99th percentile). Units are ms and s; decimals are allowed; the maximum is
 * 60 s.
 */
public final class DelaySampler {

	private static final double MOST_MILLIS = 60_000;

	/** The pattern accepts a minus sign, so that the error message can name it. */
	private static final String TIME = "(-?\\d+(?:\\.\\d+)?)\\s*(ms|s)";

	private static final Pattern UNIFORM = Pattern.compile("uniform\\s+" + TIME + "\\s*\\.\\.\\s*" + TIME);

	private static final Pattern FIXED = Pattern.compile("fixed\\s+" + TIME);

	private static final Pattern EXPONENTIAL = Pattern.compile("exponential\\s+" + TIME);

	private static final Pattern LOG_NORMAL = Pattern.compile("log-normal\\s+" + TIME + "\\s+p99\\s+" + TIME);

	private static final NormalDistribution STANDARD_NORMAL = NormalDistribution.of(0, 1);

	private final String text;

	/** Maps a probability above 0 and below 1 to milliseconds, 0 or more. */
	private final DoubleUnaryOperator quantile;

	private DelaySampler(String text) {
		this.text = text.strip();
		this.quantile = parsed();
	}

	/**
	 * Parses a distribution. Spring's binder calls this method too.
	 * @param text one of the forms above
	 * @throws IllegalArgumentException if the form or a value is invalid, with a message
	 * of one line
	 */
	public static DelaySampler of(String text) {
		return new DelaySampler(text);
	}

	/** The text form. */
	String text() {
		return this.text;
	}

	/**
	 * Maps a uniform draw through the inverse distribution function (inverse transform
	 * sampling; Devroye, Non-Uniform Random Variate Generation, 1986, section II.2).
	 * @param p a probability above 0 and below 1
	 * @return the delay in nanoseconds, 0 or more
	 */
	long nanosAt(double p) {
		return Math.round(this.quantile.applyAsDouble(p) * 1e6);
	}

	private DoubleUnaryOperator parsed() {
		Matcher matcher = UNIFORM.matcher(this.text);
		if (matcher.matches()) {
			return uniform(millis(matcher, 1), millis(matcher, 3));
		}
		matcher = FIXED.matcher(this.text);
		if (matcher.matches()) {
			double millis = millis(matcher, 1);
			return (p) -> millis;
		}
		matcher = EXPONENTIAL.matcher(this.text);
		if (matcher.matches()) {
			return exponential(millis(matcher, 1));
		}
		matcher = LOG_NORMAL.matcher(this.text);
		if (matcher.matches()) {
			return logNormal(millis(matcher, 1), millis(matcher, 3));
		}
		throw refused("has no form that is known");
	}

	private DoubleUnaryOperator uniform(double low, double high) {
		require(low <= high, "starts above its end");
		return (p) -> low + p * (high - low);
	}

	/** F(x) = 1 - exp(-x / mean), so x = -mean ln(1 - p). */
	private DoubleUnaryOperator exponential(double mean) {
		require(mean > 0, "needs a mean above 0");
		return (p) -> -mean * Math.log1p(-p);
	}

	/** ln X is normal, so x = median exp(s z(p)), with s chosen to make x(0.99) = p99. */
	private DoubleUnaryOperator logNormal(double median, double p99) {
		require(median > 0, "needs a median above 0");
		require(p99 > median, "needs a p99 above its median");
		double s = Math.log(p99 / median) / STANDARD_NORMAL.inverseCumulativeProbability(0.99);
		return (p) -> median * Math.exp(s * STANDARD_NORMAL.inverseCumulativeProbability(p));
	}

	private double millis(Matcher matcher, int group) {
		double value = Double.parseDouble(matcher.group(group));
		double millis = matcher.group(group + 1).equals("s") ? value * 1000 : value;
		require(!matcher.group(group).startsWith("-"), "has a negative time");
		require(millis <= MOST_MILLIS, "has a time above 60 s");
		return millis;
	}

	private void require(boolean condition, String otherwise) {
		if (!condition) {
			throw refused(otherwise);
		}
	}

	private IllegalArgumentException refused(String reason) {
		String shown = this.text.replaceAll("\\p{Cntrl}", " ");
		shown = (shown.length() <= 80) ? shown : shown.substring(0, 80) + "...";
		return new IllegalArgumentException("latency '" + shown + "' " + reason
				+ "; write uniform 0ms..1000ms, fixed 40ms, exponential 500ms (mean)"
				+ " or log-normal 400ms p99 2s (median, 99th percentile), in ms or s, each from 0 to 60 s");
	}

}
