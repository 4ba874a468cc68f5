package lab.harness.advise;

import java.util.Map;
import java.util.stream.Stream;

import lab.harness.analysis.LittlesLaw;
import org.jspecify.annotations.Nullable;

/**
 * A service and its load, as far as they are known.
 *
 * @param rate arrivals a second; null for a closed workload, whose users are among the
 * amounts
 * @param times the times of a request
 * @param amounts how many there are of each resource, infinite if there is no limit;
 * without those that are unknown. That of the heap is in bytes
 * @param requestBytes heap that a waiting request holds; null for that of the
 * laboratory's own services
 * @param serviceBytes heap that the service keeps without a request; null for that of the
 * laboratory's own services
 */
public record Workload(@Nullable Double rate, Times times, Map<Resource, Double> amounts, @Nullable Double requestBytes,
		@Nullable Double serviceBytes) {

	public Workload {
		amounts = Map.copyOf(amounts);
	}

	@Nullable Double amount(Resource resource) {
		return this.amounts.get(resource);
	}

	/** Whether it is known that there are only so many request threads. */
	public boolean limitsThreads() {
		Double threads = amount(Resource.REQUEST_THREADS);
		return threads != null && Double.isFinite(threads);
	}

	/** Requests in flight if every request is served at once; null if it is unknown. */
	@Nullable Double inFlight() {
		Double millis = this.times.request();
		return (this.rate == null) ? amount(Resource.USERS)
				: (millis != null) ? (Double) LittlesLaw.inFlight(this.rate, millis) : null;
	}

	/**
	 * The mean times of a request in milliseconds, above 0; null if unknown. They are the
	 * parts of a request that waits in no queue: a measured time of the whole would hold
	 * the queues of the very limits that are looked for.
	 *
	 * @param waiting for other services, during which it holds a connection to them
	 * @param query for which it holds a connection to the database
	 * @param cpu on a processor
	 */
	public record Times(@Nullable Double waiting, @Nullable Double query, @Nullable Double cpu) {

		/** The sum of the known times. */
		public @Nullable Double request() {
			return Stream.of(this.waiting, this.query, this.cpu)
				.flatMap(Stream::ofNullable)
				.reduce(Double::sum)
				.orElse(null);
		}

	}

}
