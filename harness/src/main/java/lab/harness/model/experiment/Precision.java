package lab.harness.model.experiment;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;

/**
 * The wanted precision of the comparisons between variants, by two stages: the variance
 * of a first stage decides how many rounds follow (C. Stein, "A Two-Sample Test for a
 * Linear Hypothesis Whose Power Is Independent of the Variance", Annals of Mathematical
 * Statistics 16(3), 1945).
 *
 * @param wanted the half-width of an interval, as a share of the ratio of two variants,
 * or of the ceiling where their losses are compared
 * @param firstRounds rounds of the first stage, whose variance and t make all intervals
 */
public record Precision(double wanted, int firstRounds) {

	public static final int FIRST_ROUNDS = 5;

	/** Rounds of both stages at most. */
	public static final int MOST_ROUNDS = 15;

	private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,2})?) ?%");

	/**
	 * Parses a percentage such as {@code 2%}.
	 * @throws InvalidInputException if it is none, or not above 0 and at most 50
	 */
	public static Precision parse(String text) {
		Matcher percentage = PERCENTAGE.matcher(text);
		double wanted = percentage.matches() ? new BigDecimal(percentage.group(1)).movePointLeft(2).doubleValue() : 0;
		if (wanted <= 0 || wanted > 0.5) {
			throw new InvalidInputException(
					"invalid precision '" + text + "'; write a percentage from 0.01% to 50%, such as 2%");
		}
		return new Precision(wanted, FIRST_ROUNDS);
	}

	/**
	 * Whether the variants of an experiment are compared, so that there is an interval.
	 */
	public static boolean appliesTo(Experiment experiment) {
		return experiment.variants().size() > 1 && experiment.compare().better() != Metric.Better.NEITHER
				&& experiment.variants().stream().noneMatch((variant) -> variant.subject().hasOpenLoadOrFaults());
	}

}
