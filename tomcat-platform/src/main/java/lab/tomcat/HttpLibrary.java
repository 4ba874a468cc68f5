package lab.tomcat;

import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.TimeoutException;

import lab.common.failure.BackendFailures;
import lab.common.report.BackendLimit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientsProperties.Factory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * The HTTP libraries that can call the backend, and where they differ. The property
 * {@code spring.http.clients.imperative.factory} names the one in use.
 */
enum HttpLibrary {

	/** Has a pool with a limit, and a queue with a time limit before it. */
	APACHE(HttpClient.class, BackendLimit.CONNECTIONS, true,
			new BackendFailures(ConnectionRequestTimeoutException.class, ConnectTimeoutException.class,
					SocketTimeoutException.class,
					List.of(NoHttpResponseException.class, ConnectionClosedException.class,
							TruncatedChunkException.class))),

	/**
	 * Has a pool with a limit; a request in its queue is one that waits for an answer.
	 */
	JETTY(org.eclipse.jetty.client.HttpClient.class, BackendLimit.CONNECTIONS, false,
			new BackendFailures(TooManyCallsException.class, SocketTimeoutException.class, TimeoutException.class,
					List.of())),

	/**
	 * Opens a connection for every call that finds none idle, and no setting limits that.
	 */
	JDK(java.net.http.HttpClient.class, BackendLimit.CALLS, false,
			new BackendFailures(TooManyCallsException.class, HttpConnectTimeoutException.class,
					HttpTimeoutException.class, List.of())),

	/**
	 * As the JDK's client. Besides, it repeats a GET once whose connection broke, which
	 * cannot be turned off, and throws the same exception for both kinds of timeout, so
	 * that none is taken for one of connecting; nor does it tell a reset from an early
	 * end.
	 */
	SIMPLE(HttpURLConnection.class, BackendLimit.CALLS, false, new BackendFailures(TooManyCallsException.class,
			HttpConnectTimeoutException.class, SocketTimeoutException.class, List.of()));

	/** The property that names the library. */
	static final String PROPERTY = "spring.http.clients.imperative.factory";

	/** A class of the library. */
	final Class<?> type;

	/** What the library lets itself be limited in. */
	final BackendLimit limit;

	/** Whether its own queue keeps {@code backend.acquire-timeout}. */
	final boolean queues;

	final BackendFailures failures;

	HttpLibrary(Class<?> type, BackendLimit limit, boolean queues, BackendFailures failures) {
		this.type = type;
		this.limit = limit;
		this.queues = queues;
		this.failures = failures;
	}

	/**
	 * The library behind a request factory.
	 * @throws InvalidConfigurationPropertyValueException if it is none of these
	 */
	static HttpLibrary of(ClientHttpRequestFactory factory) {
		return switch (factory) {
			case HttpComponentsClientHttpRequestFactory apache -> APACHE;
			case JettyClientHttpRequestFactory jetty -> JETTY;
			case JdkClientHttpRequestFactory jdk -> JDK;
			case SimpleClientHttpRequestFactory simple -> SIMPLE;
			default -> throw unknown(factory.getClass().getSimpleName());
		};
	}

	/**
	 * Refuses the one library of Spring Boot that is not here.
	 * @throws InvalidConfigurationPropertyValueException if it is that
	 */
	static void requireKnown(Factory factory) {
		if (factory == Factory.REACTOR) {
			throw unknown("reactor");
		}
	}

	private static InvalidConfigurationPropertyValueException unknown(String value) {
		return new InvalidConfigurationPropertyValueException(PROPERTY, value,
				"It must be http-components, jetty, jdk or simple.");
	}

}
