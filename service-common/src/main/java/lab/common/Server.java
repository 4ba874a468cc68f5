package lab.common;

import lab.common.client.BackendClient;
import org.jspecify.annotations.Nullable;

/**
 * What only the app itself knows of its server: read from the running objects, not from
 * the configuration.
 */
public interface Server {

	/**
	 * The most requests served at once, or null where threads are no limit.
	 */
	@Nullable Integer requestThreads();

	/**
	 * The event loops that serve requests, or null where threads do.
	 */
	@Nullable Integer eventLoops();

	/**
	 * How long connections are kept.
	 */
	KeepAlive keepAlive();

	/**
	 * The client that {@code GET /} calls the backend with.
	 */
	BackendClient client();

}
