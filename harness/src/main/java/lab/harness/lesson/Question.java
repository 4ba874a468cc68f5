package lab.harness.lesson;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import lab.harness.model.Durations;
import lab.harness.model.InvalidInputException;
import lab.harness.report.Language;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a participant predicts, or gives for a service of their own.
 *
 * @param key its short name on the command line
 * @param unit the unit in which it is asked and shown
 * @param figure the measured figure, or null if nothing is measured
 * @param law what the law says, in the unit; null if nothing is measured
 * @param within per cent by which a measured figure may differ from the law; null if
 * nothing is measured
 * @param gradedWithin per cent up to which a participant has predicted it: less than
 * {@code within} where machines differ more than right from wrong; null for the same
 */
public record Question(String key, Words ask, String unit, @Nullable Figure figure, @Nullable Double law,
		@Nullable Double within, @Nullable Double gradedWithin) {

	private static final Set<String> UNITS = Set.of("req/s", "ms", "tasks/s", "threads", "%", "requests");

	private static final Pattern KEY = Pattern.compile("[A-Za-z0-9-]{1,20}");

	/** The greatest figures of a service that bench advise takes. */
	private static final Map<String, Double> MOST = Map.of("rate", 100_000.0, "wait", 600_000.0, "threads",
			9_999_999.0);

	private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,6})?");

	/** Units that are words, in Chinese. */
	private static final Map<String, String> CHINESE_UNITS = Map.of("requests", "个请求", "threads", "个线程", "tasks/s",
			"个任务/秒");

	/** The word of bench advise for virtual threads, which only the threads may be. */
	static final String NO_LIMIT = "none";

	private static final String THREADS = "threads";

	private static final double PERCENT = 100;

	public Question {
		InvalidInputException.require(key != null && KEY.matcher(key).matches(), "key",
				"'" + key + "' is no key; use letters, digits and hyphens, 20 at most");
		InvalidInputException.require(ask != null, "ask", "'ask' is required");
		InvalidInputException.require(unit != null && UNITS.contains(unit), "unit",
				"'" + unit + "' is no unit; accepted: " + String.join(", ", UNITS.stream().sorted().toList()));
		InvalidInputException.require((figure == null) == (law == null) && (figure == null) == (within == null),
				"figure", "a prediction needs all of figure, law and within");
		InvalidInputException.require(within == null || (within > 0 && within <= PERCENT), "within",
				within + " is out of range; accepted: more than 0, at most 100 per cent");
		InvalidInputException.require(
				gradedWithin == null || (within != null && gradedWithin > 0 && gradedWithin <= within), "graded-within",
				gradedWithin + " is out of range; accepted: more than 0, at most 'within'");
	}

	/**
	 * Reads a figure in the unit of this question. A figure of a service is more than 0,
	 * and bench advise takes it.
	 * @return null if the text is no figure
	 */
	@Nullable Double parse(String text) {
		String figure = text.strip();
		if (isOfService() && this.key.equals(THREADS) && figure.equals(NO_LIMIT)) {
			return Double.POSITIVE_INFINITY;
		}
		Double value = number(figure);
		return (value != null && isOfService() && !isOfService(value)) ? null : value;
	}

	private boolean isOfService(double value) {
		return value > 0 && value <= MOST.getOrDefault(this.key, Double.MAX_VALUE)
				&& (!this.key.equals(THREADS) || value == Math.rint(value));
	}

	/** The unit in a language. */
	String unit(Language language) {
		return (language == Language.ZH) ? CHINESE_UNITS.getOrDefault(this.unit, this.unit) : this.unit;
	}

	/** Whether it asks for a figure of the participant's own service. */
	boolean isOfService() {
		return this.figure == null;
	}

	private @Nullable Double number(String text) {
		String figure = text;
		if (this.unit.equals("ms") && figure.matches(".*[a-z]")) {
			try {
				return Durations.parseExactly(figure).toNanos() / 1e6;
			}
			catch (InvalidInputException ex) {
				return null;
			}
		}
		figure = this.unit.equals("%") ? figure.replaceFirst(" ?%$", "") : figure;
		return NUMBER.matcher(figure).matches() ? Double.valueOf(figure) : null;
	}

	/** A measured value in the unit of this question. */
	double inUnit(double measured) {
		return (this.figure != null && this.figure.metric().share() && this.unit.equals("%")) ? PERCENT * measured
				: measured;
	}

	/** Whether a prediction, in the unit, is what the law says. */
	boolean isPredicted(double value) {
		Double most = (this.gradedWithin != null) ? this.gradedWithin : this.within;
		return this.law != null && most != null && Math.abs(value - this.law) <= most / PERCENT * Math.abs(this.law);
	}

	/**
	 * By how much a figure differs from the law, in per cent of the law; null for a law
	 * of zero.
	 */
	@Nullable Double offBy(double value) {
		return (this.law != null && this.law != 0) ? (Double) (PERCENT * (value - this.law) / this.law) : null;
	}

}
