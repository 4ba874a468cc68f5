package lab.harness.analysis;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * One check of a run.
 *
 * @param name what is checked
 * @param value what was found, or null where there was nothing to measure
 * @param limit what it must be, such as {@code 0.99..1.01}
 * @param ok whether it is
 */
public record Check(String name, @Nullable Double value, String limit, boolean ok) {

	static Check within(String name, double value, double least, double most) {
		return of(name, value, number(least) + ".." + number(most), value >= least && value <= most);
	}

	static Check atMost(String name, double value, double most) {
		return of(name, value, "<= " + number(most), value <= most);
	}

	static Check atLeast(String name, double value, double least) {
		return of(name, value, ">= " + number(least), value >= least);
	}

	static Check equal(String name, double value, double expected) {
		return of(name, value, "= " + number(expected), value == expected);
	}

	/** A mean over nothing is no number: there is no value, and the check fails. */
	private static Check of(String name, double value, String limit, boolean ok) {
		return Double.isFinite(value) ? new Check(name, value, limit, ok) : new Check(name, null, limit, false);
	}

	private static String number(double value) {
		return (value == Math.rint(value)) ? String.valueOf((long) value)
				: String.format(Locale.ROOT, "%.4f", value).replaceAll("0+$", "");
	}

}
