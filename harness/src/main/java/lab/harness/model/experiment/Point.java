package lab.harness.model.experiment;

import java.math.BigDecimal;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A point on the axis of an experiment, in JSON {@code {"users": 500}}, or {@code {}} for
 * an experiment without an axis.
 *
 * @param axis name of the axis, empty for none
 * @param value the value
 */
public record Point(String axis, double value) {

	/** The point of an experiment without an axis. */
	public static final Point NONE = new Point("", 0);

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Point of(Map<String, Double> point) {
		if (point.size() > 1) {
			throw new InvalidInputException("a point has one axis, such as { users: 500 }");
		}
		return point.entrySet()
			.stream()
			.findFirst()
			.map((entry) -> new Point(entry.getKey(), entry.getValue()))
			.orElse(NONE);
	}

	@JsonValue
	Map<String, Number> json() {
		return this.axis.isEmpty() ? Map.of() : Map.of(this.axis, number());
	}

	/** The value without trailing zeros, such as {@code 500} or {@code 0.5}. */
	public String text() {
		return number().toString();
	}

	/**
	 * The point in words, such as {@code 500 users} or {@code heap 32}; empty for none.
	 */
	public String words() {
		return switch (this.axis) {
			case "" -> "";
			case Axis.RATE -> text() + " arrivals/s";
			case Axis.OF_CAPACITY -> text() + " % of the capacity";
			default -> !this.axis.endsWith("s") ? this.axis + " " + text()
					: text() + " " + ((this.value == 1) ? this.axis.replaceFirst("s$", "") : this.axis);
		};
	}

	private Number number() {
		if (this.value == Math.rint(this.value)) {
			return (long) this.value;
		}
		return BigDecimal.valueOf(this.value);
	}

}
