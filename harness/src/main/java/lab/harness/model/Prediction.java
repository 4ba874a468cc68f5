package lab.harness.model;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * What was expected, written before the run. Right or wrong, it is shown beside the
 * outcome and never makes a run invalid.
 *
 * @param words one or two sentences
 * @param formula what theory says in figures, or null where it says nothing
 */
public record Prediction(String words, @Nullable Formula formula) {

	@JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
	public Prediction {
	}

	/** In YAML a prediction without a formula is a sentence alone. */
	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Prediction of(String words) {
		return new Prediction(words, null);
	}

	/** What theory gives for every run. */
	public enum Formula {

		/**
		 * Throughput before any fault: min(rate, slots / mean delay), in requests a
		 * second.
		 */
		THROUGHPUT,

		/**
		 * Requests in flight at the backend before any fault: min(rate × mean delay,
		 * slots), Little's law.
		 */
		IN_FLIGHT,

		/**
		 * Mean latency, in milliseconds: calls × mean delay, or the mean of the longest
		 * delay where the calls are made at once; users / ceiling where that is more. Of
		 * requests that compute max(service time, users × service time / cores).
		 */
		LATENCY;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
