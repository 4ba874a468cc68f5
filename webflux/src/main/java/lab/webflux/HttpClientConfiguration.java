package lab.webflux;

import java.util.List;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import lab.common.BackendProperties;
import lab.common.failure.BackendFailures;
import lab.common.ledger.Ledger;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * Brings Reactor Netty's HTTP client to the equal terms.
 */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

	@Bean
	BackendFailures backendFailures() {
		return new BackendFailures(PoolAcquireTimeoutException.class, ConnectTimeoutException.class,
				ReadTimeoutException.class, List.of(PrematureCloseException.class));
	}

	/**
	 * A pool with one limit. Who waits for a connection is limited by time, not by number
	 * (the default is twice the connections); the last connection used is the next one
	 * used, as in Apache's pool.
	 */
	@Bean(destroyMethod = "dispose")
	ConnectionProvider connections(BackendProperties backend, PoolGauge gauge) {
		return ConnectionProvider.builder("backend")
			.maxConnections(backend.maxConnections())
			.pendingAcquireMaxCount(-1)
			.pendingAcquireTimeout(backend.acquireTimeout())
			.lifo()
			.metrics(true, () -> gauge)
			.build();
	}

	/**
	 * Without compression and without the one silent retry of Reactor Netty.
	 */
	@Bean
	ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> equalTerms(ConnectionProvider connections,
			Ledger ledger) {
		return (connector) -> connector.withHttpClientFactory(() -> HttpClient.create(connections))
			.withoutHttpClientDefaults()
			.withHttpClientCustomizer((client) -> client.disableRetry(true)
				.doOnRequest((request, connection) -> ledger.backendRequest()));
	}

	/**
	 * Makes the one connector that the terms report names also the one in use, and counts
	 * the calls that never got a connection.
	 */
	@Bean
	WebClientCustomizer oneConnector(ClientHttpConnector connector, BackendFailures failures, Ledger ledger) {
		return (client) -> client.clientConnector(connector)
			.filter((request, next) -> next.exchange(request)
				.doOnError((error) -> failures.cause(error, null).neverConnected(),
						(error) -> ledger.connectFailure()));
	}

}
