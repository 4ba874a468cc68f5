package lab.harness.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Words and numbers as every form of a report writes them.
 */
public final class Text {

	private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

	private static final Pattern WIDE = Pattern.compile("[\\u3000-\\u303f\\uff00-\\uff60\\p{IsHan}]");

	private Text() {
	}

	/**
	 * A text on one line, so that text from outside cannot steer a terminal: line breaks
	 * and tabs become spaces, other control characters and those of bidirectional text
	 * become U+FFFD.
	 */
	public static String clean(String text) {
		return CONTROL.matcher(text.replaceAll("\\R|\\t", " ")).replaceAll("\ufffd");
	}

	/** A sentence with a capital letter at its beginning. */
	public static String capital(String sentence) {
		return sentence.isEmpty() ? sentence : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
	}

	/**
	 * The columns that a text takes on a terminal, where a Chinese character takes two.
	 */
	static int width(String text) {
		return text.length() + (int) WIDE.matcher(text).results().count();
	}

	/** A list such as {@code one, two and three}. */
	public static String list(List<String> words) {
		return (words.size() < 2) ? String.join("", words)
				: String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
	}

	/** Lines of words, no longer than a number of characters where the words allow. */
	static List<String> wrapped(String words, int width) {
		List<String> lines = new ArrayList<>();
		for (String word : words.split(" ")) {
			boolean fits = !lines.isEmpty() && lines.getLast().length() + 1 + word.length() <= width;
			lines.add(fits ? lines.removeLast() + " " + word : word);
		}
		return lines;
	}

	public static String number(double value, int digits) {
		return String.format(Locale.ROOT, "%." + digits + "f", value);
	}

	/** A whole number as it is, any other with one digit after the point. */
	public static String number(double value) {
		return number(value, (value == Math.rint(value)) ? 0 : 1);
	}

	/** A whole number from ten on; below ten as {@link #number(double)}. */
	public static String rounded(double value) {
		return (value < 10) ? number(value) : number(value, 0);
	}

	/**
	 * Three significant digits, such as {@code 1000} for 999.6, or all digits before the
	 * point, such as {@code 1007} for 1006.9.
	 */
	public static String three(double value) {
		int digits = (Math.abs(value) >= 1000) ? 1 + (int) Math.log10(Math.abs(value)) : 3;
		return new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros().toPlainString();
	}

	/** A margin, rounded up to two significant digits. */
	public static String upTo(double value) {
		return new BigDecimal(value).round(new MathContext(2, RoundingMode.UP)).stripTrailingZeros().toPlainString();
	}

	/** A ratio or a figure with three or four significant digits. */
	public static String significant(double value) {
		double size = Math.abs(value);
		return number(value, (size >= 100) ? 0 : (size >= 10) ? 1 : (value == Math.rint(value)) ? 0 : 3);
	}

}
