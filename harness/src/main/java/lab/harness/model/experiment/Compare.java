package lab.harness.model.experiment;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The metric that compares the variants, and their pairs. In YAML it is the metric alone,
 * or both.
 *
 * @param pairs the pairs of variants that answer the question, each of two names; all
 * pairs if there are none. Few pairs have narrow intervals, as all of them hold at once
 */
public record Compare(Metric metric, List<List<String>> pairs) {

	@JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
	public Compare {
		metric = Objects.requireNonNullElse(metric, Metric.THROUGHPUT);
		pairs = Objects.requireNonNullElse(pairs, List.<List<String>>of()).stream().map(List::copyOf).toList();
		for (List<String> pair : pairs) {
			InvalidInputException.require(pair.size() == 2 && !pair.getFirst().equals(pair.getLast()), "pairs",
					"[" + String.join(", ", pair) + "] is no pair; write the names of two variants: [a, b]");
		}
		InvalidInputException.require(pairs.stream().map(HashSet::new).distinct().count() == pairs.size(), "pairs",
				"a pair is named twice; each is compared once, whatever the order of its names");
	}

	/** Compares all pairs. */
	public static Compare by(Metric metric) {
		return new Compare(metric, List.of());
	}

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Compare of(String metric) {
		return by(Stream.of(Metric.values())
			.filter((one) -> one.toString().equals(metric))
			.findFirst()
			.orElseThrow(() -> new InvalidInputException("compare",
					"'" + metric + "' is not known; accepted: " + DataFile.words(Metric.values()))));
	}

	@JsonValue
	Object json() {
		if (this.pairs.isEmpty()) {
			return this.metric;
		}
		Map<String, Object> both = new LinkedHashMap<>();
		both.put("metric", this.metric);
		both.put("pairs", this.pairs);
		return both;
	}

	/** Whether two variants are compared. */
	public boolean isOf(String one, String other) {
		return this.pairs.isEmpty() || this.pairs.stream().anyMatch((pair) -> pair.containsAll(List.of(one, other)));
	}

	/**
	 * A copy with the pairs of which both variants are left; if none is, all pairs of
	 * those that are left.
	 */
	public Compare among(List<String> variants) {
		return new Compare(this.metric, this.pairs.stream().filter(variants::containsAll).toList());
	}

	/**
	 * Makes sure that the pairs name variants.
	 * @throws InvalidInputException if they do not
	 */
	void requireVariants(List<String> variants) {
		this.pairs.stream()
			.flatMap(List::stream)
			.forEach((name) -> InvalidInputException.require(variants.contains(name), "compare",
					"there is no variant '" + name + "'; accepted: " + String.join(", ", variants)));
	}

}
