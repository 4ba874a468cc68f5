package lab.harness.model.result;

import java.util.List;

import lab.harness.model.result.RunRecord.Exit;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a run that are not figures.
 *
 * @param limitedBy what limits its throughput, or null if it is unknown
 * @param faults the faults with the throughput during and after each
 * @param exit how the app ended during the load, or null if it did not end
 */
public record Behaviour(@Nullable Limit limitedBy, List<FaultSpan> faults, @Nullable Exit exit) {

	public static final Behaviour NONE = new Behaviour(null, List.of(), null);

	public enum Limit {

		USERS("users"), ARRIVALS("arrivals"), REQUEST_THREADS("request threads"), CONNECTIONS("connections"),
		DATABASE_CONNECTIONS("database connections"), BULKHEAD("bulkhead"), CPU("CPU");

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
