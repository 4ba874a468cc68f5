package lab.harness.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
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
		Matcher matcher = FORM.matcher(text.strip());
		if (!matcher.matches()) {
			throw new InvalidInputException(
					"invalid duration '" + text + "'; write a number and a unit, such as 250ms, 1.5s or 2m");
		}
		long millisPerUnit = switch (matcher.group(2)) {
			case "ms" -> 1;
			case "s" -> 1000;
			default -> 60_000;
		};
		return Duration.ofMillis(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(millisPerUnit))
			.setScale(0, RoundingMode.HALF_UP)
			.longValueExact());
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
