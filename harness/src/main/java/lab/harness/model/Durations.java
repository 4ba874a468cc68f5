package lab.harness.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes durations such as {@code 250ms}, {@code 2.5s} and {@code 1m}.
 */
public final class Durations {

	private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*(ms|s|m)");

	private Durations() {
	}

	/**
	 * Reads a duration.
	 * @throws InvalidInputException if the text is not a number with a unit
	 */
	public static Duration parse(String text) {
		return parseExactly(text).plusNanos(500_000).truncatedTo(ChronoUnit.MILLIS);
	}

	/**
	 * Reads a duration with its fractions of a millisecond.
	 * @throws InvalidInputException if the text is not a number with a unit
	 */
	public static Duration parseExactly(String text) {
		Matcher matcher = FORM.matcher(text.strip());
		if (!matcher.matches()) {
			throw new InvalidInputException(
					"invalid duration '" + text + "'; write a number and a unit, such as 250ms, 1.5s or 2m");
		}
		long microsPerUnit = switch (matcher.group(2)) {
			case "ms" -> 1000;
			case "s" -> 1_000_000;
			default -> 60_000_000;
		};
		return Duration.of(
				new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(microsPerUnit)).longValueExact(),
				ChronoUnit.MICROS);
	}

	/**
	 * Writes a duration as {@link #parse} reads it, in the largest unit that needs no
	 * fraction.
	 */
	public static String format(Duration duration) {
		long millis = duration.toMillis();
		if (millis % 1000 != 0) {
			return millis + "ms";
		}
		return (millis % 60_000 != 0 || millis == 0) ? (millis / 1000) + "s" : (millis / 60_000) + "m";
	}

}
