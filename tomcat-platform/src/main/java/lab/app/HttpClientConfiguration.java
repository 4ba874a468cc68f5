package lab.app;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

import lab.terms.BackendProperties;
import lab.terms.failure.BackendFailures;
import lab.terms.ledger.Ledger;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Brings Apache HttpClient to the equal terms.
 */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

	@Bean
	BackendFailures backendFailures() {
		return new BackendFailures(ConnectionRequestTimeoutException.class, ConnectTimeoutException.class,
				SocketTimeoutException.class);
	}

	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> equalTerms(
			BackendProperties backend, BackendFailures failures, Ledger ledger) {
		int connections = backend.maxConnections();
		return (factory) -> factory
			.withConnectionManagerCustomizer(
					(pool) -> pool.setMaxConnTotal(connections).setMaxConnPerRoute(connections))
			.withDefaultRequestConfigCustomizer((request) -> request
				.setConnectionRequestTimeout(backend.acquireTimeout().toMillis(), TimeUnit.MILLISECONDS))
			.withHttpClientCustomizer(HttpClientConfiguration::withoutExtras)
			.withHttpClientCustomizer((client) -> count(client, failures, ledger))
			.withHttpClientCustomizer((client) -> client.addExecInterceptorFirst("limit",
					new AnswerLimit(backend.maxAnswer().toBytes())));
	}

	/**
	 * Without what WebClient does not do either: a retry would hide a failure and count
	 * twice at the backend, the rest costs time on each call.
	 */
	private static void withoutExtras(HttpClientBuilder client) {
		client.disableAutomaticRetries()
			.disableAuthCaching()
			.disableConnectionState()
			.disableContentCompression()
			.disableCookieManagement()
			.disableRedirectHandling()
			.setRoutePlanner(new DefaultRoutePlanner(null));
	}

	/**
	 * The last interceptor runs when there is a connection, the first one sees every
	 * failure.
	 */
	private static void count(HttpClientBuilder client, BackendFailures failures, Ledger ledger) {
		client.addExecInterceptorLast("count-requests", (request, scope, chain) -> {
			ledger.backendRequest();
			return chain.proceed(request, scope);
		}).addExecInterceptorFirst("count-failures", (request, scope, chain) -> {
			try {
				return chain.proceed(request, scope);
			}
			catch (IOException ex) {
				if (failures.neverConnected(ex)) {
					ledger.connectFailure();
				}
				throw ex;
			}
		});
	}

	/**
	 * Makes the one request factory that the terms report names also the one in use.
	 */
	@Bean
	RestClientCustomizer oneRequestFactory(ClientHttpRequestFactory requestFactory) {
		return (client) -> client.requestFactory(requestFactory);
	}

}
