package lab.harness.model;

import java.util.List;

import lab.harness.model.RunRecord.Exit;
import org.jspecify.annotations.Nullable;

/**
 * What a run did that is no figure.
 *
 * @param limitedBy what limits its throughput, or null if it is unknown
 * @param faults the faults, and what became of the throughput
 * @param exit how the app ended during the load, or null where it lives
 */
public record Behaviour(@Nullable Limit limitedBy, List<FaultSpan> faults, @Nullable Exit exit) {

	/** Of a run that did nothing worth telling. */
	public static final Behaviour NONE = new Behaviour(null, List.of(), null);

	public Behaviour {
		faults = List.copyOf(faults);
	}

	/** What limits a throughput. */
	public enum Limit {

		USERS("users"), ARRIVALS("arrivals"), REQUEST_THREADS("request threads"), CONNECTIONS("connections"),
		BULKHEAD("bulkhead"), CPU("CPU");

		private final String words;

		Limit(String words) {
			this.words = words;
		}

		@Override
		public String toString() {
			return this.words;
		}

	}

}
