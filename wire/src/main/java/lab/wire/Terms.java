package lab.wire;

import org.jspecify.annotations.Nullable;

/**
 * The conditions under which an app runs, {@code GET /actuator/terms}.
 *
 * @param application its name; empty for a run without an app
 * @param jvm its JVM
 * @param server its server
 * @param httpClient name and version of the HTTP client of {@code GET /}
 * @param backendConnections the most connections that this client opens to the backend,
 * or null where it has no limit
 * @param databaseConnections the most connections of the pool before the database
 */
public record Terms(String application, JvmTerms jvm, ServerTerms server, String httpClient,
		@Nullable Integer backendConnections, int databaseConnections) {

	/** The terms of a run without an app. */
	public static final Terms NONE = new Terms("", new JvmTerms("", 0, 0, "", 0), new ServerTerms(null, null, ""), "",
			null, 0);

	/**
	 * The JVM of an app, as it finds itself.
	 *
	 * @param jdk its Java version, such as {@code 25.0.3}
	 * @param cores processors that it sees
	 * @param carriers the most virtual threads that it runs at once
	 * @param collector the garbage collector
	 * @param heapMaxBytes the most heap it may use
	 */
	public record JvmTerms(String jdk, int cores, int carriers, String collector, long heapMaxBytes) {

	}

	/**
	 * The server of an app.
	 *
	 * @param requestThreads the most requests it serves at once, or null where threads
	 * are no limit
	 * @param eventLoops the event loops that serve requests, or null where threads do
	 * @param keepAlive its policy of keeping connections, in words
	 */
	public record ServerTerms(@Nullable Integer requestThreads, @Nullable Integer eventLoops, String keepAlive) {

	}

}
