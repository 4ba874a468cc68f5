package lab.harness.model.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.Metric;
import lab.harness.model.result.RunRecord.Exit;
import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a run that are not figures.
 *
 * @param limitedBy what limits its throughput, or null if it is unknown
 * @param faults the faults with the throughput during and after each
 * @param exit how the app ended during the load, or null if it did not end
 * @param use how full each limit was that the service itself counts
 * @param paths throughput, latency and errors of each path of a load with several
 */
public record Behaviour(@Nullable Limit limitedBy, List<FaultSpan> faults, @Nullable Exit exit, Map<Limit, Use> use,
		Map<String, Map<Metric, Double>> paths) {

	public static final Behaviour NONE = new Behaviour(null, List.of(), null, Map.of());

	public Behaviour {
		paths = Objects.requireNonNullElse(paths, Map.of());
	}

	/** The observations of a load that asks one path. */
	public Behaviour(@Nullable Limit limitedBy, List<FaultSpan> faults, @Nullable Exit exit, Map<Limit, Use> use) {
		this(limitedBy, faults, exit, use, Map.of());
	}

	/**
	 * The use of a limit in the window.
	 *
	 * @param most the most in use in any sample
	 * @param of how many there are
	 */
	public record Use(double most, int of) {

		/** A pool of which a tenth is free in every sample makes no request wait. */
		private static final double MOST_OF_A_FREE_LIMIT = 0.9;

		@JsonIgnore
		public boolean isFree() {
			return this.most <= MOST_OF_A_FREE_LIMIT * this.of;
		}

	}

	public enum Limit {

		USERS, ARRIVALS, SERVER_CONNECTIONS, REQUEST_THREADS, CONNECTIONS, DATABASE_CONNECTIONS, BULKHEAD, CPU;

		@Override
		public String toString() {
			return (this == CPU) ? name() : name().toLowerCase(Locale.ROOT).replace('_', ' ');
		}

	}

}
