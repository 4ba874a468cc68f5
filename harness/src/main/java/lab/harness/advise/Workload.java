package lab.harness.advise;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
 * @param assumed the resources whose amount is a default, neither given nor read
 * @param requestBytes heap that a waiting request holds; null for that of the
 * laboratory's own services
 * @param serviceBytes heap that the service keeps without a request; null for that of the
 * laboratory's own services
 * @param poolTimeout milliseconds after which a request that waits for a database
 * connection fails; null for the default of HikariCP
 */
public record Workload(@Nullable Double rate, Times times, Map<Resource, Double> amounts, Set<Resource> assumed,
		@Nullable Double requestBytes, @Nullable Double serviceBytes, @Nullable Double poolTimeout) {

	/** HikariCP's connection-timeout, in milliseconds. */
	private static final double POOL_TIMEOUT = 30_000;

	/** Tomcat closes a connection without a request after these milliseconds. */
	private static final double KEEP_ALIVE = 60_000;

	public Workload {
		amounts = Map.copyOf(amounts);
		assumed = Set.copyOf(assumed);
	}

	/**
	 * Fills in the defaults of Spring Boot where an amount is unknown.
	 * @param tomcat whether the server is a Tomcat, as far as is known
	 */
	public Workload withDefaults(boolean tomcat) {
		Map<Resource, Double> all = new EnumMap<>(Resource.class);
		Set<Resource> filled = EnumSet.noneOf(Resource.class);
		for (Resource resource : Resource.values()) {
			boolean used = (resource == Resource.DATABASE_POOL) ? this.times.connection() != null : tomcat;
			if (resource.byDefault != null && used && !this.amounts.containsKey(resource)) {
				all.put(resource, resource.byDefault);
				filled.add(resource);
			}
		}
		all.putAll(this.amounts);
		return new Workload(this.rate, this.times, all, filled, this.requestBytes, this.serviceBytes, this.poolTimeout);
	}

	@Nullable Double amount(Resource resource) {
		return this.amounts.get(resource);
	}

	/** Whether it is known that there are only so many request threads. */
	boolean limitsThreads() {
		Double threads = amount(Resource.REQUEST_THREADS);
		return threads != null && Double.isFinite(threads);
	}

	/**
	 * Requests that would arrive in a second if none waited in a queue. Users who do not
	 * think are no arrivals: they limit themselves. Null for them.
	 */
	@Nullable Double arrivals() {
		Double users = amount(Resource.USERS);
		Double cycle = this.times.cycle();
		return (this.rate != null || users == null || cycle == null || this.times.think == 0) ? this.rate
				: (Double) LittlesLaw.throughput(users, cycle);
	}

	/** Requests in flight if every request is served at once; null if it is unknown. */
	@Nullable Double inFlight() {
		Double arrivals = arrivals();
		Double millis = this.times.request();
		return (arrivals != null && millis != null) ? (Double) LittlesLaw.inFlight(arrivals, millis)
				: amount(Resource.USERS);
	}

	double poolTimeoutMillis() {
		return Objects.requireNonNullElse(this.poolTimeout, POOL_TIMEOUT);
	}

	/**
	 * The mean times of a request in milliseconds, above 0; null if unknown. They are the
	 * parts of a request that waits in no queue: a measured time of the whole would hold
	 * the queues of the very limits that are looked for.
	 *
	 * @param waiting for other services, during which it holds a connection to them
	 * @param query for the database, with a connection to it
	 * @param cpu on a processor
	 * @param held whether it keeps the connection to the database while it waits for
	 * other services
	 * @param think from an answer to the next request of the same user, 0 or more
	 */
	public record Times(@Nullable Double waiting, @Nullable Double query, @Nullable Double cpu, boolean held,
			double think) {

		/** The sum of the known times without the user's. */
		public @Nullable Double request() {
			return sum(this.waiting, this.query, this.cpu);
		}

		/** From a request of a user to the next. */
		@Nullable Double cycle() {
			Double request = request();
			return (request != null) ? (Double) (request + this.think) : null;
		}

		/** With a connection to the server, which is kept while the user thinks. */
		@Nullable Double connected() {
			Double request = request();
			return (request != null) ? (Double) (request + Math.min(this.think, KEEP_ALIVE)) : null;
		}

		/** With a connection to the database. */
		@Nullable Double connection() {
			return this.held ? sum(this.waiting, this.query) : this.query;
		}

		private static @Nullable Double sum(@Nullable Double... times) {
			return Stream.of(times).flatMap(Stream::ofNullable).reduce(Double::sum).orElse(null);
		}

	}

}
