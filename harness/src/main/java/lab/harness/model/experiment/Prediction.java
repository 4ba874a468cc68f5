package lab.harness.model.experiment;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * The expected result of an experiment, written before the run. Reports show it beside
 * the outcome. It never makes a run invalid.
 *
 * @param words one or two sentences
 * @param formula the formula of the expected figure, or null if theory gives none
 */
public record Prediction(String words, @Nullable Formula formula) {

	@JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
	public Prediction {
	}

	/** A prediction without a formula is a sentence in YAML. */
	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Prediction of(String words) {
		return new Prediction(words, null);
	}

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
		 * Mean latency, in milliseconds: max(calls × mean delay, users / ceiling), with
		 * the mean of the longest delay in place of calls × mean delay if the calls are
		 * made at once; for requests that compute max(service time, users × service time
		 * / cores).
		 */
		LATENCY,

		/**
		 * The 99th percentile of the latency, in milliseconds, of open arrivals at a
		 * share of the capacity: the delay and the queue in front of the processors.
		 */
		LATENCY_P99;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
