package lab.harness.model.experiment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The figures that the source published for a variant, in the unit of the compared
 * metric: one for all points, or one for each.
 *
 * @param figures figure by point, such as {@code 4}; the empty text stands for all points
 */
public record Published(Map<String, Double> figures) {

	private static final String ALL = "";

	public Published {
		figures = Map.copyOf(figures);
		InvalidInputException.require(!figures.isEmpty() && figures.values().stream().allMatch((figure) -> figure > 0),
				"published", "'published' must be above 0");
	}

	public static Published of(double figure) {
		return new Published(Map.of(ALL, figure));
	}

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Published of(Object given) {
		if (!(given instanceof Map<?, ?> points)) {
			return of(number(given));
		}
		Map<String, Double> figures = new HashMap<>();
		points.forEach((point, figure) -> figures.put(String.valueOf(point), number(figure)));
		return new Published(figures);
	}

	private static double number(@Nullable Object given) {
		if (given instanceof Number number) {
			return number.doubleValue();
		}
		throw new InvalidInputException("published", "'" + given + "' is not a valid number");
	}

	@JsonValue
	Object json() {
		Double all = this.figures.get(ALL);
		return (all != null) ? all : this.figures;
	}

	/** The figure at a point, or null if there is none. */
	public @Nullable Double at(Point point) {
		return this.figures.getOrDefault(ALL, this.figures.get(point.text()));
	}

	/** A point that is not on the axis, or null if all points are. */
	@Nullable String pointNotOf(Axis axis) {
		List<String> points = axis.points().stream().map(Point::text).toList();
		return this.figures.keySet()
			.stream()
			.filter((point) -> !point.equals(ALL) && !points.contains(point))
			.findFirst()
			.orElse(null);
	}

}
