package lab.common.client.reactive;

import java.util.List;
import java.util.concurrent.TimeoutException;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import lab.common.client.BackendClient;
import lab.common.client.BackendFailures;
import lab.common.client.BackendProperties;
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

	static final String POOL = "backend";

	/** A call that gets no connection in time fails with the JDK's exception. */
	private static final BackendFailures FAILURES = new BackendFailures(TimeoutException.class,
			ConnectTimeoutException.class, ReadTimeoutException.class, List.of(PrematureCloseException.class));

	/**
	 * A pool with one limit. Who waits for a connection is limited by time, not by number
	 * (the default is twice the connections); the last connection used is the next one
	 * used, as in Apache's pool.
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

	@Bean(BackendClient.REACTIVE)
	BackendClient reactiveBackendClient(ClientHttpConnector connector, MeterRegistry meters) {
		return new ReactiveBackendClient(connector, meters);
	}

	/**
	 * Without compression and without the one silent retry of Reactor Netty.
	 */
	@Bean
	ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> reactorOnEqualTerms(
			ConnectionProvider backendConnections, Ledger ledger) {
		return (connector) -> connector.withHttpClientFactory(() -> HttpClient.create(backendConnections))
			.withoutHttpClientDefaults()
			.withHttpClientCustomizer((client) -> client.disableRetry(true)
				.doOnRequest((request, connection) -> ledger.backendAttempt()));
	}

	/**
	 * Makes the one connector that the terms report names also the one in use, and counts
	 * the calls that never got a connection.
	 */
	@Bean
	WebClientCustomizer oneConnector(ClientHttpConnector connector, Ledger ledger) {
		return (client) -> client.clientConnector(connector)
			.filter((request, next) -> next.exchange(request)
				.doOnError((error) -> FAILURES.cause(error, null).neverConnected(), (error) -> {
					ledger.backendAttempt();
					ledger.connectFailure();
				}));
	}

	@Bean
	WebClientHttpServiceGroupConfigurer reactiveBackendExceptions(Ledger ledger) {
		return (groups) -> groups.forEachProxyFactory((group, factory) -> factory
			.exchangeAdapterDecorator((client) -> new ReactiveBackendExchange(client, FAILURES, ledger)));
	}

}
