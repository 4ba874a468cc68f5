package lab.harness.model.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The paths of a load: one for all requests, or several with their weights.
 *
 * @param weights weight by path and query; with the weights 9 and 1, nine of ten requests
 * ask the first path
 */
public record Paths(Map<String, Integer> weights) {

	/** A character of a path and its query (RFC 3986). */
	static final String CHARACTER = "[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2}";

	/** A path and its query, with variables. */
	private static final String VALID = "/(" + CHARACTER + "|\\$\\{[^}]*})*";

	private static final int MOST_WEIGHT = 1000;

	public Paths {
		weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
		InvalidInputException.require(!weights.isEmpty(), "path", "write one path or more, such as /");
		weights.forEach((path, weight) -> {
			InvalidInputException.require(path.matches(VALID), "path",
					"invalid path '" + path + "'; write one that begins with a slash, such as /, with characters of a "
							+ "URI; percent-encode all others");
			InvalidInputException.require(weight >= 1 && weight <= MOST_WEIGHT, "path",
					"the weight " + weight + " of " + path + " is out of range; accepted: 1 to " + MOST_WEIGHT);
		});
	}

	/** The paths at a point of the axis, whose <code>${name}</code> they may hold. */
	Paths at(Point point) {
		Map<String, Integer> at = new LinkedHashMap<>();
		this.weights.forEach((path, weight) -> at.put(Subject.at(path, point), weight));
		return new Paths(at);
	}

	public static Paths of(String path) {
		return new Paths(Map.of(path, 1));
	}

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Paths of(Object given) {
		if (!(given instanceof Map<?, ?> paths)) {
			return of(String.valueOf(given));
		}
		Map<String, Integer> weights = new LinkedHashMap<>();
		paths.forEach((path, weight) -> {
			if (!(weight instanceof Integer whole)) {
				throw new InvalidInputException("path", "the weight of " + path + " must be a whole number, 1 to "
						+ MOST_WEIGHT + ", not '" + weight + "'");
			}
			weights.put(String.valueOf(path), whole);
		});
		return new Paths(weights);
	}

	@JsonValue
	Object json() {
		return equals(of(first())) ? first() : this.weights;
	}

	public String first() {
		return this.weights.keySet().iterator().next();
	}

}
