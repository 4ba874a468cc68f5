package lab.tomcat;

import java.net.http.HttpClient.Version;
import java.util.concurrent.TimeUnit;

import lab.common.BackendProperties;
import lab.common.failure.BackendFailures;
import lab.common.ledger.Ledger;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.eclipse.jetty.util.component.LifeCycle;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.SimpleClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientsProperties.Factory;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Brings the HTTP client to the equal terms, each library in its own words. Spring Boot
 * asks only the customizer of the library in use.
 */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

	/**
	 * Ends the start with one clear report where Spring Boot knows a library that is not
	 * among ours, before it looks for its classes in vain.
	 */
	@Bean
	static BeanFactoryPostProcessor oneOfOurLibraries(Environment environment) {
		return (beans) -> Binder.get(environment)
			.bind(HttpLibrary.PROPERTY, Factory.class)
			.ifBound(HttpLibrary::requireKnown);
	}

	@Bean
	HttpLibrary httpLibrary(ClientHttpRequestFactory requestFactory) {
		return HttpLibrary.of(requestFactory);
	}

	@Bean
	BackendFailures backendFailures(HttpLibrary library) {
		return library.failures;
	}

	/**
	 * Makes the one request factory that the terms report names also the one in use.
	 */
	@Bean
	RestClientCustomizer oneRequestFactory(ClientHttpRequestFactory requestFactory, HttpLibrary library,
			BackendProperties backend, OpenCalls open, Ledger ledger) {
		Turns turns = library.queues ? Turns.UNLIMITED : Turns.of(backend.maxConnections(), backend.acquireTimeout());
		return (client) -> client.requestFactory(
				new BackendCalls(requestFactory, turns, open, library.failures, ledger, backend.maxAnswer().toBytes()));
	}

	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> apache(
			BackendProperties backend) {
		int connections = backend.maxConnections();
		return (factory) -> factory
			.withConnectionManagerCustomizer(
					(pool) -> pool.setMaxConnTotal(connections).setMaxConnPerRoute(connections))
			.withDefaultRequestConfigCustomizer((request) -> request
				.setConnectionRequestTimeout(backend.acquireTimeout().toMillis(), TimeUnit.MILLISECONDS))
			.withHttpClientCustomizer(HttpClientConfiguration::withoutExtras);
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
	 * Every call passes through Jetty's queue, which would refuse more than 1024; and
	 * Jetty offers every compression that it finds on the class path when it starts.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<JettyClientHttpRequestFactoryBuilder> jetty(BackendProperties backend) {
		return (factory) -> factory.withHttpClientCustomizer((client) -> {
			client.setMaxConnectionsPerDestination(backend.maxConnections());
			client.setMaxRequestsQueuedPerDestination(backend.maxConnections());
			client.addEventListener(new LifeCycle.Listener() {

				@Override
				public void lifeCycleStarted(LifeCycle started) {
					client.getContentDecoderFactories().clear();
				}

			});
		});
	}

	/**
	 * Without the offer to upgrade to HTTP/2, compression and silent retries, for which
	 * there are only system properties.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<JdkClientHttpRequestFactoryBuilder> jdk() {
		return (factory) -> {
			System.setProperty("jdk.httpclient.disableRetryConnect", "true");
			System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
			return factory.withHttpClientCustomizer((client) -> client.version(Version.HTTP_1_1))
				.withCustomizer((requests) -> requests.enableCompression(false));
		};
	}

	/**
	 * Keeps as many idle connections as there may be; its default of 5 would open a new
	 * one for most calls.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<SimpleClientHttpRequestFactoryBuilder> simple(BackendProperties backend) {
		return (factory) -> {
			System.setProperty("http.maxConnections", String.valueOf(backend.maxConnections()));
			return factory;
		};
	}

}
