package lab.common.report;

import org.jspecify.annotations.Nullable;

/**
 * What only the app itself can tell of its server and of its HTTP client: read from the
 * running objects, not from the configuration.
 */
public interface Server {

	/**
	 * The most requests served at once, or null where threads are no limit.
	 */
	@Nullable Integer requestThreads();

	/**
	 * How long connections are kept.
	 */
	KeepAlive keepAlive();

	/**
	 * The class of the library that makes the calls to the backend.
	 */
	Class<?> httpClient();

	/**
	 * What the HTTP client is limited in.
	 */
	BackendLimit backendLimit();

	/**
	 * Connections to the backend that calls hold now; 0 when no call is under way, or one
	 * has leaked.
	 */
	long backendConnectionsLeased();

}
