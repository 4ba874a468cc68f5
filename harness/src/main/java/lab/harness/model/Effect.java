package lab.harness.model;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A claim of a source about a figure, or about the ratio of two figures.
 *
 * @param of selects the runs of the numerator: a point of the axis, a {@code variant}, or
 * both; without a variant the effect is looked for in every variant
 * @param against selects the runs of the denominator; empty if the claim is about a
 * figure
 * @param atLeast the smallest ratio or figure at which the effect is seen, or null
 * @param atMost the largest ratio or figure at which the effect is seen, or null
 * @param must whether the result is invalid if the effect is not seen
 * @param claim the effect as a sentence without a full stop, or null
 */
public record Effect(Metric metric, Map<String, String> of, Map<String, String> against, @Nullable Double atLeast,
		@Nullable Double atMost, Needs needs, boolean must, @Nullable String claim) {

	/** Selects a variant; every other key of a selection is the axis. */
	public static final String VARIANT = "variant";

	public Effect {
		of = Map.copyOf(of);
		against = Map.copyOf(Objects.requireNonNullElse(against, Map.of()));
		needs = Objects.requireNonNullElse(needs, Needs.NOTHING);
		if (atLeast == null && atMost == null) {
			throw new InvalidInputException("at-least", "an effect needs 'at-least' or 'at-most', such as 1.5");
		}
	}

	/** Whether the claim is about a ratio. */
	public boolean ofRatio() {
		return !this.against.isEmpty();
	}

	/**
	 * The machine that an effect needs, in YAML such as {@code 2 cores}.
	 *
	 * @param cores the least number of logical processors
	 */
	public record Needs(int cores) {

		/** Any machine. */
		public static final Needs NOTHING = new Needs(1);

		@JsonCreator
		static Needs parse(String text) {
			Matcher matcher = Pattern.compile("(\\d{1,4}) cores?").matcher(text);
			if (!matcher.matches()) {
				throw new InvalidInputException("needs",
						"invalid need '" + text + "'; write a number of cores: 2 cores");
			}
			return new Needs(Integer.parseInt(matcher.group(1)));
		}

		@Override
		@JsonValue
		public String toString() {
			return this.cores + ((this.cores == 1) ? " core" : " cores");
		}

	}

}
