package lab.backend;

import java.util.function.DoubleUnaryOperator;

/**
 * Draws delays from a distribution.
 *
 * @param text the text form, such as {@code uniform 0ms..1000ms}
 * @param quantile the inverse distribution function: maps a probability above 0 and below
 * 1 to milliseconds, 0 or more
 */
public record DelaySampler(String text, DoubleUnaryOperator quantile) {

	/**
	 * Parses a distribution. Spring's binder calls this method too.
	 * @param text one of the forms of {@link DelayGrammar}
	 * @throws IllegalArgumentException if the form or a value is invalid, with a message
	 * of one line
	 */
	public static DelaySampler of(String text) {
		return DelayGrammar.parse(text);
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
