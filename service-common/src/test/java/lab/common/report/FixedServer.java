package lab.common.report;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;

/**
 * A server that does not run.
 *
 * @param requestThreads the most requests that it would serve at once
 */
public record FixedServer(@Nullable Integer requestThreads) implements Server {

	@Override
	public KeepAlive keepAlive() {
		return new KeepAlive(-1, Duration.ofSeconds(60));
	}

	@Override
	public Class<?> httpClient() {
		return SpringApplication.class;
	}

	@Override
	public BackendLimit backendLimit() {
		return BackendLimit.CONNECTIONS;
	}

	@Override
	public long backendConnectionsLeased() {
		return 0;
	}

}
