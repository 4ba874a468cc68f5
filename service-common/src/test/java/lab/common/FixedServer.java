package lab.common;

import java.time.Duration;

import lab.common.client.BackendClient;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;

/**
 * A server that does not run.
 *
 * @param requestThreads the most requests that it would serve at once
 * @param limited whether its client has a limit of connections
 */
record FixedServer(@Nullable Integer requestThreads, boolean limited) implements Server {

	@Override
	public KeepAlive keepAlive() {
		return new KeepAlive(-1, Duration.ofSeconds(60));
	}

	@Override
	public BackendClient client() {
		return new BackendClient(SpringApplication.class, this.limited, () -> 0);
	}

	@Override
	public void refuseConnections() {
		throw new UnsupportedOperationException();
	}

}
