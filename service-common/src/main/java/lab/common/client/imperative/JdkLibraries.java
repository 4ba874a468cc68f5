package lab.common.client.imperative;

import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;

import lab.common.client.BackendFailures;

import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * The two clients of the JDK. Both open a connection for every call that finds none idle,
 * and no setting limits that. What only system properties set is in
 * {@link JdkClientSettings}.
 */
@Configuration(proxyBeanMethods = false)
class JdkLibraries {

	@Bean
	HttpLibrary jdk() {
		return new HttpLibrary(JdkClientHttpRequestFactory.class, HttpClient.class, false, false, List.of(),
				new BackendFailures(null, HttpConnectTimeoutException.class, HttpTimeoutException.class, List.of()));
	}

	/**
	 * {@code HttpURLConnection} repeats a GET once whose connection broke, which cannot
	 * be turned off. It throws the same exception for both kinds of timeout, so that none
	 * is taken for one of connecting; nor does it tell a reset from an early end.
	 */
	@Bean
	HttpLibrary simple() {
		return new HttpLibrary(SimpleClientHttpRequestFactory.class, HttpURLConnection.class, false, false, List.of(),
				new BackendFailures(null, null, SocketTimeoutException.class, List.of()));
	}

	/**
	 * Without the offer to upgrade to HTTP/2 and without compression.
	 */
	@Bean
	ClientHttpRequestFactoryBuilderCustomizer<JdkClientHttpRequestFactoryBuilder> jdkOnEqualTerms() {
		return (factory) -> factory.withHttpClientCustomizer((client) -> client.version(Version.HTTP_1_1))
			.withCustomizer((requests) -> requests.enableCompression(false));
	}

}
