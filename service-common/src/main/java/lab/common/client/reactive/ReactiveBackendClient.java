package lab.common.client.reactive;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import lab.common.client.BackendClient;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;

/**
 * The client that does not block.
 */
final class ReactiveBackendClient implements BackendClient {

	private static final String LEASED = "reactor.netty.connection.provider.active.connections";

	private final ClientHttpConnector connector;

	private final MeterRegistry meters;

	ReactiveBackendClient(ClientHttpConnector connector, MeterRegistry meters) {
		this.connector = connector;
		this.meters = meters;
	}

	@Override
	public Class<?> library() {
		return (this.connector instanceof ReactorClientHttpConnector) ? HttpClient.class : this.connector.getClass();
	}

	@Override
	public boolean limited() {
		return true;
	}

	/** Each address that the client has called has a pool, and each pool a gauge. */
	@Override
	public long leased() {
		return (long) this.meters.find(LEASED)
			.tag("name", ReactiveClientAutoConfiguration.POOL)
			.gauges()
			.stream()
			.mapToDouble(Gauge::value)
			.sum();
	}

}
