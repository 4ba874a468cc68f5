package lab.common;

import java.time.Duration;

/**
 * A server's policy of keeping connections.
 *
 * @param maxRequests the most requests on one connection; -1 for no cap
 * @param idle how long an idle connection is kept
 */
public record KeepAlive(int maxRequests, Duration idle) {

	@Override
	public String toString() {
		String cap = (this.maxRequests < 0) ? "no cap on requests" : "at most " + this.maxRequests + " requests";
		return cap + ", idle for at most " + this.idle.toSeconds() + " s";
	}

}
