package lab.harness.model.result;

import java.util.List;
import java.util.Locale;

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

		USERS, ARRIVALS, REQUEST_THREADS, CONNECTIONS, DATABASE_CONNECTIONS, BULKHEAD, CPU;

		@Override
		public String toString() {
			return (this == CPU) ? name() : name().toLowerCase(Locale.ROOT).replace('_', ' ');
		}

	}

}
