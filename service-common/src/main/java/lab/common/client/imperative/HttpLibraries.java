package lab.common.client.imperative;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.httpcomponents.hc5.PoolingHttpClientConnectionManagerMetricsBinder;
import lab.common.client.BackendFailures;
import lab.common.client.BackendProperties;
import lab.common.client.Cause;
import lab.common.ledger.Ledger;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.EofSensorInputStream;
import org.apache.hc.core5.util.Timeout;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.util.component.LifeCycle;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JettyClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.SimpleClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * Brings the HTTP libraries for blocking calls to the equal terms.
 */
final class HttpLibraries {

	/** Apache HttpClient 5: has a pool with a limit, and a queue with a time limit. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(org.apache.hc.client5.http.classic.HttpClient.class)
	static class Apache {

		/**
		 * Bytes of each of the three buffers that a connection keeps while it is open:
		 * the size of Tomcat's. HttpCore's default is 32 KiB from version 5.4.4 on; 1200
		 * kept connections then hold 116 MiB of a heap of 512.
		 */
		private static final int BUFFER = 8192;

		@Bean
		HttpLibrary apache() {
			return new HttpLibrary(HttpComponentsClientHttpRequestFactory.class,
					org.apache.hc.client5.http.classic.HttpClient.class, true, null,
					new BackendFailures(Map.entry(ConnectionRequestTimeoutException.class, Cause.POOL_FULL),
							Map.entry(ConnectTimeoutException.class, Cause.CONNECT_TIMEOUT),
							Map.entry(SocketTimeoutException.class, Cause.READ_TIMEOUT),
							Map.entry(NoHttpResponseException.class, Cause.CLOSED_EARLY),
							Map.entry(ConnectionClosedException.class, Cause.CLOSED_EARLY),
							Map.entry(TruncatedChunkException.class, Cause.CLOSED_EARLY)),
					(answer) -> ((EofSensorInputStream) answer).abort());
		}

		/**
		 * Replaces the pool that Spring Boot would make, because the meters need the
		 * instance. Spring Boot may make several clients, which share this pool.
		 */
		@Bean
		@Lazy
		PoolingHttpClientConnectionManager apachePool(BackendProperties backend, HttpClientSettings settings,
				MeterRegistry meters) {
			PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
				.setMaxConnTotal(backend.maxConnections())
				.setMaxConnPerRoute(backend.maxConnections())
				.setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
					.http1Config(Http1Config.custom().setBufferSize(BUFFER).build())
					.build())
				.setDefaultConnectionConfig(ConnectionConfig.custom()
					.setConnectTimeout(Timeout.of(Objects.requireNonNull(settings.connectTimeout())))
					.setSocketTimeout(Timeout.of(Objects.requireNonNull(settings.readTimeout())))
					.build())
				.build();
			new PoolingHttpClientConnectionManagerMetricsBinder(pool, "backend").bindTo(meters);
			return pool;
		}

		@Bean
		ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> apacheOnEqualTerms(
				BackendProperties backend, ObjectProvider<PoolingHttpClientConnectionManager> pool, Ledger ledger) {
			return (factory) -> factory
				.withDefaultRequestConfigCustomizer((request) -> request
					.setConnectionRequestTimeout(backend.acquireTimeout().toMillis(), TimeUnit.MILLISECONDS))
				.withHttpClientCustomizer((client) -> withoutExtras(client).setConnectionManager(pool.getObject())
					.setConnectionManagerShared(true)
					.addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "ledger", (request, scope, chain) -> {
						ledger.backendAttempt();
						return chain.proceed(request, scope);
					}));
		}

		/**
		 * Disables what WebClient does not do either. A retry would hide a failure and
		 * count twice at the backend; the rest costs time on each call.
		 */
		private static HttpClientBuilder withoutExtras(HttpClientBuilder client) {
			return client.disableAutomaticRetries()
				.disableAuthCaching()
				.disableConnectionState()
				.disableContentCompression()
				.disableCookieManagement()
				.disableRedirectHandling()
				.setRoutePlanner(new DefaultRoutePlanner(null));
		}

	}

	/**
	 * Jetty's client: has a pool with a limit. Its queue has no time limit, so a call
	 * that waits there too long ends as a read timeout.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(org.eclipse.jetty.client.HttpClient.class)
	static class Jetty {

		@Bean
		HttpLibrary jetty() {
			return new HttpLibrary(JettyClientHttpRequestFactory.class, org.eclipse.jetty.client.HttpClient.class, true,
					HttpResponseException.class,
					new BackendFailures(Map.entry(SocketTimeoutException.class, Cause.CONNECT_TIMEOUT),
							Map.entry(TimeoutException.class, Cause.READ_TIMEOUT)),
					InputStream::close);
		}

		/**
		 * Removes the limit of 1024 from the queue, through which every call passes, and
		 * every compression, which Jetty adds from the class path when it starts.
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

	/**
	 * The two clients of the JDK. Both open a connection for every call that finds none
	 * idle, and no setting limits that. They read their system properties once, after
	 * Spring Boot has made the client; one that is set already keeps its value.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Jdk {

		@Bean
		HttpLibrary jdk() {
			return new HttpLibrary(JdkClientHttpRequestFactory.class, java.net.http.HttpClient.class, false, null,
					new BackendFailures(Map.entry(HttpConnectTimeoutException.class, Cause.CONNECT_TIMEOUT),
							Map.entry(HttpTimeoutException.class, Cause.READ_TIMEOUT)),
					InputStream::close);
		}

		/**
		 * {@code HttpURLConnection} repeats a GET once if its connection broke, which
		 * cannot be turned off. It throws one exception for both timeouts, which counts
		 * as a read timeout, and does not distinguish a reset from an early end.
		 */
		@Bean
		HttpLibrary simple() {
			return new HttpLibrary(SimpleClientHttpRequestFactory.class, HttpURLConnection.class, false, null,
					new BackendFailures(Map.entry(SocketTimeoutException.class, Cause.READ_TIMEOUT)),
					InputStream::close);
		}

		/** Disables the upgrade to HTTP/2, compression and retries. */
		@Bean
		ClientHttpRequestFactoryBuilderCustomizer<JdkClientHttpRequestFactoryBuilder> jdkOnEqualTerms() {
			return (factory) -> {
				System.getProperties().putIfAbsent("jdk.httpclient.disableRetryConnect", "true");
				System.getProperties().putIfAbsent("jdk.httpclient.redirects.retrylimit", "1");
				return factory
					.withHttpClientCustomizer((client) -> client.version(java.net.http.HttpClient.Version.HTTP_1_1))
					.withCustomizer((requests) -> requests.enableCompression(false));
			};
		}

		/** By default it keeps 5 idle connections and opens a new one for most calls. */
		@Bean
		ClientHttpRequestFactoryBuilderCustomizer<SimpleClientHttpRequestFactoryBuilder> simpleOnEqualTerms(
				BackendProperties backend) {
			return (factory) -> {
				System.getProperties().putIfAbsent("http.maxConnections", String.valueOf(backend.maxConnections()));
				return factory;
			};
		}

	}

}
