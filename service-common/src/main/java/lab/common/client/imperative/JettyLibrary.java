package lab.common.client.imperative;

import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.TimeoutException;

import lab.common.client.BackendFailures;
import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.util.component.LifeCycle;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JettyClientHttpRequestFactory;

/**
 * Jetty's client: has a pool with a limit. Its queue has no time limit of its own, so a
 * call that waits there too long is one that waits for its answer.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HttpClient.class)
class JettyLibrary {

	@Bean
	HttpLibrary jetty() {
		return new HttpLibrary(JettyClientHttpRequestFactory.class, HttpClient.class, true, true,
				List.of(HttpResponseException.class),
				new BackendFailures(null, SocketTimeoutException.class, TimeoutException.class, List.of()));
	}

	/**
	 * Every call passes through Jetty's queue, which would refuse more than 1024: who
	 * waits is limited by time, not by number. And Jetty offers every compression that it
	 * finds on the class path when it starts.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<JettyClientHttpRequestFactoryBuilder> jettyOnEqualTerms(
			BackendProperties backend, Ledger ledger) {
		return (factory) -> factory.withHttpClientCustomizer((client) -> {
			client.setMaxConnectionsPerDestination(backend.maxConnections());
			client.setMaxRequestsQueuedPerDestination(Integer.MAX_VALUE);
			client.getRequestListeners().addBeginListener((request) -> ledger.backendAttempt());
			client.addEventListener(new LifeCycle.Listener() {

				@Override
				public void lifeCycleStarted(LifeCycle started) {
					client.getContentDecoderFactories().clear();
				}

			});
		});
	}

}
