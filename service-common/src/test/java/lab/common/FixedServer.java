package lab.common;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A server that does not run.
 *
 * @param requestThreads the most requests that it would serve at once
 */
record FixedServer(@Nullable Integer requestThreads) implements Server {

	@Override
	public Integer connections() {
		return 8192;
	}

	@Override
	public String keepAlive() {
		return Server.keepAlive(-1, Duration.ofSeconds(60));
	}

	/** Does nothing: nobody can connect to it. */
	@Override
	public void refuseConnections() {
	}

}
