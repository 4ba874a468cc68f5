package lab.backend;

import java.util.function.DoubleUnaryOperator;

/**
 * A distribution of delays.
 *
 * @param text as it was written, such as {@code uniform 0ms..1000ms}
 * @param quantile its inverse distribution function: takes a probability above 0 and
 * below 1, gives milliseconds, 0 or more
 */
public record Latency(String text, DoubleUnaryOperator quantile) {

	/**
	 * Reads a distribution. Spring's binder calls this too.
	 * @param text one of the forms that {@link LatencyGrammar} accepts
	 * @return the distribution
	 * @throws IllegalArgumentException if the text is none of them or has impossible
	 * values, with a message of one line
	 */
	public static Latency of(String text) {
		return LatencyGrammar.parse(text);
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

	@Override
	public String toString() {
		return this.text;
	}

}
