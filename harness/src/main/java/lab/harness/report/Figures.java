package lab.harness.report;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Figures as a reader wants them: as many digits as mean something, a dash for none.
 */
final class Figures {

	private static final String NONE = "-";

	private Figures() {
	}

	static String number(@Nullable Number value, int digits) {
		return (value == null) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value.doubleValue());
	}

	static String percent(@Nullable Double share) {
		return (share == null) ? NONE : String.format(Locale.ROOT, "%.2f %%", share * 100);
	}

}
