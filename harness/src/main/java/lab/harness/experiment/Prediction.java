package lab.harness.experiment;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What was expected, written before the run. It never makes a run invalid: right or
 * wrong, it is shown beside the outcome.
 *
 * @param words a sentence
 * @param formula what theory says in figures, or null where it says nothing
 */
public record Prediction(String words, @Nullable Formula formula) {

	private static final List<String> KEYS = List.of("words", "formula");

	/** A sentence alone, or with the name of a formula. */
	static @Nullable Prediction read(YamlMap owner) {
		if (!owner.has("prediction")) {
			return null;
		}
		if (!owner.isMap("prediction")) {
			return new Prediction(owner.text("prediction"), null);
		}
		YamlMap map = owner.map("prediction", KEYS);
		return new Prediction(map.text("words"),
				map.has("formula") ? map.value("formula", (text) -> Words.of(Formula.values(), text)) : null);
	}

	/** What theory gives for every run. */
	public enum Formula {

		/**
		 * Throughput before any fault: min(offered, slots / mean delay), in requests a
		 * second.
		 */
		THROUGHPUT,
		/**
		 * Requests at the backend at once before any fault: min(offered × mean delay,
		 * slots), Little's law.
		 */
		IN_FLIGHT;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
