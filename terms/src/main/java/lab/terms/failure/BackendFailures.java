package lab.terms.failure;

import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;

/**
 * What the exceptions of an HTTP client mean. Every client has types of its own for three
 * of them; the rest is the same for all.
 *
 * @param poolFull thrown when no connection became free in time
 * @param connectTimeout thrown when the backend took no connection in time
 * @param readTimeout thrown when the backend did not answer in time
 */
public record BackendFailures(Class<? extends Exception> poolFull, Class<? extends Exception> connectTimeout,
		Class<? extends Exception> readTimeout) {

	/**
	 * The problem that the app's own client gets: 503 when the pool was full, 504 when
	 * the backend was too slow, else 502.
	 * @param error what the HTTP client threw
	 */
	public ErrorResponse problem(Throwable error) {
		if (causedBy(error, this.poolFull)) {
			return ErrorResponse
				.builder(error, HttpStatus.SERVICE_UNAVAILABLE, "all connections to the backend are busy")
				.header(HttpHeaders.RETRY_AFTER, "1")
				.build();
		}
		if (causedBy(error, this.connectTimeout)) {
			return ErrorResponse.create(error, HttpStatus.GATEWAY_TIMEOUT, "the backend took no connection in time");
		}
		if (causedBy(error, this.readTimeout)) {
			return ErrorResponse.create(error, HttpStatus.GATEWAY_TIMEOUT, "the backend did not answer in time");
		}
		if (neverConnected(error)) {
			return ErrorResponse.create(error, HttpStatus.BAD_GATEWAY, "the backend refused the connection");
		}
		return ErrorResponse.create(error, HttpStatus.BAD_GATEWAY, "the backend gave no usable answer");
	}

	/**
	 * Whether the call failed before it had a connection, so that the backend never saw
	 * it.
	 * @param error what the HTTP client threw
	 */
	public boolean neverConnected(Throwable error) {
		return causedBy(error, this.poolFull, this.connectTimeout, ConnectException.class, NoRouteToHostException.class,
				UnknownHostException.class, BindException.class);
	}

	@SafeVarargs
	private static boolean causedBy(Throwable error, Class<? extends Exception>... types) {
		for (@Nullable
		Throwable cause = error; cause != null; cause = cause.getCause()) {
			for (Class<? extends Exception> type : types) {
				if (type.isInstance(cause)) {
					return true;
				}
			}
		}
		return false;
	}

}
