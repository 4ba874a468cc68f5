package lab.common;

import java.time.Duration;

import lab.common.client.BackendClient;
import org.jspecify.annotations.Nullable;

/**
 * The running server of the main port. Its facts are read from the running objects, not
 * from the configuration.
 */
public interface Server {

	/** The most requests served at once, or null if threads are no limit. */
	default @Nullable Integer requestThreads() {
		return null;
	}

	/** The number of event loops that serve requests, or null if threads do. */
	default @Nullable Integer eventLoops() {
		return null;
	}

	/** The most connections of users that are open at once, or null for no limit. */
	default @Nullable Integer connections() {
		return null;
	}

	/** How long connections of users are kept open, in words. */
	String keepAlive();

	/** The bean of the {@link BackendClient} by which {@code GET /} calls the backend. */
	default String client() {
		return BackendClient.IMPERATIVE;
	}

	/**
	 * Refuses new connections from now on. Open ones stay, and each is closed with its
	 * next answer.
	 */
	void refuseConnections();

	/**
	 * Puts a policy of keeping connections into words.
	 * @param maxRequests the most requests on one connection; -1 for no limit
	 * @param idle how long an idle connection is kept
	 */
	static String keepAlive(int maxRequests, Duration idle) {
		return ((maxRequests < 0) ? "no cap on requests" : "at most " + maxRequests + " requests")
				+ ", idle for at most " + idle.toSeconds() + " s";
	}

}
