package lab.common.client.reactive;

import java.util.Map;
import java.util.concurrent.TimeoutException;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import lab.common.client.BackendClient;
import lab.common.client.BackendFailures;
import lab.common.client.BackendProperties;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Brings Reactor Netty's HTTP client to the equal terms.
 */
@AutoConfiguration(after = ReactiveHttpClientAutoConfiguration.class)
@ConditionalOnClass({ WebClientCustomizer.class, HttpClient.class })
@ConditionalOnWebApplication
class ReactiveClientAutoConfiguration {

	private static final String POOL = "backend";

	/** The exception for a full pool is the JDK's. */
	private static final BackendFailures FAILURES = new BackendFailures(
			Map.entry(ReadTimeoutException.class, Cause.READ_TIMEOUT),
			Map.entry(ConnectTimeoutException.class, Cause.CONNECT_TIMEOUT),
			Map.entry(TimeoutException.class, Cause.POOL_FULL),
			Map.entry(PrematureCloseException.class, Cause.CLOSED_EARLY));

	/**
	 * A pool in which calls wait for a limited time, in any number (the default is twice
	 * the connections). The connection used last is used next, as in Apache's pool.
	 */
	@Bean(destroyMethod = "dispose")
	ConnectionProvider backendConnections(BackendProperties backend) {
		return ConnectionProvider.builder(POOL)
			.maxConnections(backend.maxConnections())
			.pendingAcquireMaxCount(-1)
			.pendingAcquireTimeout(backend.acquireTimeout())
			.lifo()
			.metrics(true)
			.build();
	}

	/** Each address of the backend has a pool, and each pool a gauge. */
	@Bean(BackendClient.REACTIVE)
	BackendClient reactiveBackendClient(MeterRegistry meters) {
		return new BackendClient(HttpClient.class, true,
				() -> (long) meters.find("reactor.netty.connection.provider.active.connections")
					.tag("name", POOL)
					.gauges()
					.stream()
					.mapToDouble(Gauge::value)
					.sum());
	}

	/** Disables compression and Reactor Netty's silent retry. */
	@Bean
	ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> reactorOnEqualTerms(
			ConnectionProvider backendConnections, Ledger ledger) {
		return (connector) -> connector.withHttpClientFactory(() -> HttpClient.create(backendConnections))
			.withoutHttpClientDefaults()
			.withHttpClientCustomizer((client) -> client.disableRetry(true)
				.doOnRequest((request, connection) -> ledger.backendAttempt()));
	}

	/** Gives every HTTP interface the connector that the terms name. */
	@Bean
	WebClientHttpServiceGroupConfigurer reactiveBackend(ClientHttpConnector connector, Ledger ledger) {
		return (groups) -> {
			groups.forEachClient((group, client) -> client.clientConnector(connector));
			groups.forEachProxyFactory((group, proxies) -> proxies
				.exchangeAdapterDecorator((adapter) -> new ReactiveBackendExchange(adapter, FAILURES, ledger)));
		};
	}

}
