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
	@Nullable Integer requestThreads();

	/** The number of event loops that serve requests, or null if threads do. */
	default @Nullable Integer eventLoops() {
		return null;
	}

	KeepAlive keepAlive();

	/** The client by which {@code GET /} calls the backend. */
	BackendClient client();

	/**
	 * Refuses new connections from now on. Open ones stay, and each is closed with its
	 * next answer.
	 */
	void refuseConnections();

	/**
	 * A policy of keeping connections.
	 *
	 * @param maxRequests the most requests on one connection; -1 for no limit
	 * @param idle how long an idle connection is kept
	 */
	record KeepAlive(int maxRequests, Duration idle) {

		@Override
		public String toString() {
			String cap = (this.maxRequests < 0) ? "no cap on requests" : "at most " + this.maxRequests + " requests";
			return cap + ", idle for at most " + this.idle.toSeconds() + " s";
		}

	}

}
