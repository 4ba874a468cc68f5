package lab.harness.model.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The variable of an experiment, such as {@code axis: { users: [10, 500] }}. The axes
 * {@code users} and {@code rate} set the load. A value of any axis replaces
 * <code>${name}</code> in paths, properties, JVM flags and arguments.
 *
 * @param values one or more different numbers, 0 or more each
 */
public record Axis(String name, List<Double> values) {

	/** The axis of the users of a closed workload. */
	public static final String USERS = "users";

	/** The axis of the arrivals a second of an open workload. */
	public static final String RATE = "rate";

	/**
	 * The axis of open arrivals in per cent of what the warm service serves at most. It
	 * is measured first, with the users of the load.
	 */
	public static final String OF_CAPACITY = "of-capacity";

	/** The axis of an experiment with a single point. */
	public static final Axis NONE = new Axis("", List.of(0.0));

	public Axis {
		values = List.copyOf(values);
		if (!name.matches("[a-zA-Z-]*")) {
			throw new InvalidInputException("'" + name + "' cannot name an axis; use letters and hyphens");
		}
		if (values.isEmpty() || values.stream().anyMatch((value) -> !Double.isFinite(value) || value < 0)) {
			throw new InvalidInputException("axis " + name + " needs one or more numbers, 0 or more each");
		}
		if (values.stream().distinct().count() < values.size()) {
			throw new InvalidInputException("axis " + name + " has the same value twice");
		}
	}

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Axis of(Map<String, List<Double>> axis) {
		if (axis.size() != 1) {
			throw new InvalidInputException("an experiment has one axis, such as axis: { users: [10, 500] }");
		}
		Map.Entry<String, List<Double>> only = axis.entrySet().iterator().next();
		return new Axis(only.getKey(), only.getValue());
	}

	@JsonValue
	Map<String, List<Double>> json() {
		return Map.of(this.name, this.values);
	}

	/** The axis with its first and its last value alone. */
	public Axis ends() {
		return new Axis(this.name, Stream.of(this.values.getFirst(), this.values.getLast()).distinct().toList());
	}

	/** The points in the order of the values. */
	public List<Point> points() {
		return this.name.isEmpty() ? List.of(Point.NONE)
				: this.values.stream().map((value) -> new Point(this.name, value)).toList();
	}

}
