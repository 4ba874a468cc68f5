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
public record FixedServer(@Nullable Integer requestThreads, boolean limited) implements Server, BackendClient {

	@Override
	public KeepAlive keepAlive() {
		return new KeepAlive(-1, Duration.ofSeconds(60));
	}

	@Override
	public void refuseConnections() {
		throw new UnsupportedOperationException();
	}

	@Override
	public BackendClient client() {
		return this;
	}

	@Override
	public Class<?> library() {
		return SpringApplication.class;
	}

	@Override
	public long leased() {
		return 0;
	}

}
