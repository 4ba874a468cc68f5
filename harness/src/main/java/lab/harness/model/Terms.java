package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * What an app says of itself on its management port, {@code /actuator/terms}.
 *
 * @param jdk its Java version, such as {@code 25.0.3}
 * @param cores processors that its JVM sees
 * @param collector the garbage collector
 * @param heapMaxBytes the most heap it may use
 * @param requestThreads the most requests it serves at once, or null where threads are no
 * limit
 * @param eventLoops event loops that serve requests, or null where threads do
 * @param httpClient the HTTP client's name and version
 * @param backendConnections the most connections its HTTP client opens to the backend, or
 * null where it has no limit
 * @param databaseConnections the most connections of its pool before the database
 * @param keepAlive its policy of keeping connections, in words
 */
public record Terms(String jdk, int cores, String collector, long heapMaxBytes, @Nullable Integer requestThreads,
		@Nullable Integer eventLoops, String httpClient, @Nullable Integer backendConnections, int databaseConnections,
		String keepAlive) {

	/** The terms of a run without a service. */
	public static final Terms NONE = new Terms("", 0, "", 0, null, null, "", null, 0, "");

	/** Threads of Reactor's scheduler for blocking calls, by default. */
	private static final int BOUNDED_ELASTIC_PER_CORE = 10;

	/**
	 * The threads that hold a request while it waits, or null where none is held, so that
	 * threads are no limit.
	 * @param path path of the request
	 */
	public @Nullable Integer threadsThatWait(String path) {
		return switch (path) {
			case "/asynchronous" -> null;
			case "/blocking/event-loop" -> this.eventLoops;
			case "/blocking/bounded-elastic" -> BOUNDED_ELASTIC_PER_CORE * this.cores;
			default -> (ofDatabase(path) && this.eventLoops != null) ? (Integer) (BOUNDED_ELASTIC_PER_CORE * this.cores)
					: this.requestThreads;
		};
	}

	/**
	 * The most connections to where a request waits, or null where they have no limit.
	 * @param path path of the request
	 */
	public @Nullable Integer connections(String path) {
		return ofDatabase(path) ? (Integer) this.databaseConnections : this.backendConnections;
	}

	private static boolean ofDatabase(String path) {
		return path.startsWith("/database/");
	}

}
