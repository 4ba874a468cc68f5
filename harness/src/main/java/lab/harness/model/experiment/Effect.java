package lab.harness.model.experiment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
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

	/** Whether a point is that of a side, or the side names none. */
	public static boolean isAt(Map<String, String> side, Point point) {
		return side.entrySet()
			.stream()
			.filter((key) -> !key.getKey().equals(VARIANT))
			.allMatch((key) -> key.getKey().equals(point.axis()) && number(key.getValue()) == point.value());
	}

	/** A value on an axis; NaN for a text that is not a number, which is no point. */
	public static double number(String value) {
		try {
			return Double.parseDouble(value);
		}
		catch (NumberFormatException ex) {
			return Double.NaN;
		}
	}

	/**
	 * Makes sure that each side selects runs: an effect that selects none is left out.
	 * @throws InvalidInputException if it does not
	 */
	Effect checked(List<Variant> variants) {
		requireRuns("of", this.of, this.against, variants);
		if (ofRatio()) {
			requireRuns("against", this.against, this.of, variants);
		}
		return this;
	}

	private static boolean namesPoint(Map<String, String> side) {
		return side.keySet().stream().anyMatch((key) -> !key.equals(VARIANT));
	}

	private static void requireRuns(String key, Map<String, String> side, Map<String, String> other,
			List<Variant> variants) {
		String name = side.get(VARIANT);
		List<Point> points = variants.stream()
			.filter((one) -> name == null || one.name().equals(name))
			.flatMap((one) -> one.axis().points().stream())
			.distinct()
			.toList();
		InvalidInputException.require(!points.isEmpty(), key, "there is no variant '" + name + "'; accepted: "
				+ variants.stream().map(Variant::name).collect(Collectors.joining(", ")));
		InvalidInputException.require(points.stream().anyMatch((point) -> isAt(side, point)), key,
				points.contains(Point.NONE) ? "there is no axis, so no point can be named"
						: "there is no such point; accepted: " + points.stream()
							.map((point) -> point.axis() + ": " + point.text())
							.collect(Collectors.joining(", ")));
		InvalidInputException.require(namesPoint(side) || !namesPoint(other) || points.size() == 1, key,
				"there are several points, and the other side names one; name one here too");
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
