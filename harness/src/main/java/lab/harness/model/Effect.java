package lab.harness.model;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What a source claims: a figure, or the ratio of one figure to another. It is shown as
 * seen, not seen, or cannot be seen here.
 *
 * @param metric the metric that is compared
 * @param of selects the runs above the line: a point of the axis, a {@code variant}, or
 * both; without a variant the effect is looked for in every variant
 * @param against selects the runs below the line; empty where the figure itself is
 * claimed
 * @param atLeast the least ratio or figure at which the effect is seen, or null
 * @param atMost the greatest at which it is seen, or null
 * @param needs what the machine must have, such as {@code 2 cores}, or null
 * @param must whether theory leaves no doubt, so that its absence makes the result
 * invalid
 * @param claim the effect as a sentence for people, without a full stop, or null
 */
public record Effect(Metric metric, Map<String, String> of, Map<String, String> against, @Nullable Double atLeast,
		@Nullable Double atMost, @Nullable String needs, boolean must, @Nullable String claim) {

	/** Selects a variant; every other key of a selection is the axis. */
	public static final String VARIANT = "variant";

	private static final Pattern CORES = Pattern.compile("(\\d+) cores?");

	public Effect {
		of = Map.copyOf(of);
		against = Map.copyOf(Objects.requireNonNullElse(against, Map.of()));
		if (atLeast == null && atMost == null) {
			throw new InvalidInputException("at-least", "an effect needs 'at-least' or 'at-most', such as 1.5");
		}
		if (needs != null && !CORES.matcher(needs).matches()) {
			throw new InvalidInputException("needs", "invalid need '" + needs + "'; write a number of cores: 2 cores");
		}
	}

	/** Whether a ratio is claimed, and not a figure itself. */
	public boolean ofRatio() {
		return !this.against.isEmpty();
	}

	/** Cores that the machine must have, 1 where nothing is needed. */
	public int cores() {
		Matcher matcher = CORES.matcher((this.needs != null) ? this.needs : "1 core");
		return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
	}

}
