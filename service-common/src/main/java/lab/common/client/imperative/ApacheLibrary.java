package lab.common.client.imperative;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.httpcomponents.hc5.PoolingHttpClientConnectionManagerMetricsBinder;
import lab.common.client.BackendFailures;
import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
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
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * Apache HttpClient 5: has a pool with a limit, and a queue with a time limit before it.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HttpClient.class)
class ApacheLibrary {

	/**
	 * Bytes of each of the three buffers that a connection keeps as long as it is open:
	 * as many as those of Tomcat's connections. HttpCore's default has grown to 32 KiB
	 * with version 5.4.4; 1200 kept connections then hold 116 MiB of a heap of 512.
	 */
	private static final int BUFFER = 8192;

	@Bean
	HttpLibrary apache() {
		return new HttpLibrary(HttpComponentsClientHttpRequestFactory.class, HttpClient.class, true, true, List.of(),
				new BackendFailures(ConnectionRequestTimeoutException.class, ConnectTimeoutException.class,
						SocketTimeoutException.class, List.of(NoHttpResponseException.class,
								ConnectionClosedException.class, TruncatedChunkException.class)));
	}

	/**
	 * The pool that Spring Boot would make, made here because the meters need the
	 * instance. Spring Boot may make several clients, which share it.
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
				.setConnectTimeout(timeout(settings.connectTimeout()))
				.setSocketTimeout(timeout(settings.readTimeout()))
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
				.addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "backend",
						new SentCall(ledger, backend.maxAnswer().toBytes())));
	}

	private static @Nullable Timeout timeout(@Nullable Duration duration) {
		return (duration != null) ? Timeout.of(duration) : null;
	}

	/**
	 * Without what WebClient does not do either: a retry would hide a failure and count
	 * twice at the backend, the rest costs time on each call.
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
