package lab.common.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;

/**
 * The meaning of the exceptions of an HTTP client. Each client has types of its own for
 * some failures; the other types are the same for all.
 *
 * @param poolFull thrown when no connection became free in time; null for a client
 * without a limit
 * @param connectTimeout thrown when the backend accepted no connection in time; null for
 * a client that throws {@code readTimeout} for both
 * @param readTimeout thrown when the backend did not answer in time
 * @param closedEarly thrown, besides {@link EOFException}, when the backend closed the
 * connection before its answer was complete
 */
public record BackendFailures(@Nullable Class<? extends Exception> poolFull,
		@Nullable Class<? extends Exception> connectTimeout, Class<? extends Exception> readTimeout,
		List<Class<? extends Exception>> closedEarly) {

	public BackendFailures {
		closedEarly = List.copyOf(closedEarly);
	}

	/**
	 * Why a call failed.
	 * @param error the exception of the HTTP client
	 * @param status the status of the backend's answer, or null if there was none
	 */
	public Cause cause(Throwable error, @Nullable HttpStatusCode status) {
		if (isCausedBy(error, this.poolFull)) {
			return Cause.POOL_FULL;
		}
		if (isCausedBy(error, this.connectTimeout)) {
			return Cause.CONNECT_TIMEOUT;
		}
		if (isCausedBy(error, this.readTimeout)) {
			return Cause.READ_TIMEOUT;
		}
		if (hasCause(error, BackendFailures::isLocalLimit)) {
			return Cause.LOCAL_LIMIT;
		}
		if (hasCause(error, (cause) -> cause instanceof ConnectException || cause instanceof NoRouteToHostException
				|| cause instanceof UnknownHostException)) {
			return Cause.CONNECT_REFUSED;
		}
		if (status != null && status.is5xxServerError()) {
			return Cause.SERVER_ERROR;
		}
		if (isCausedBy(error, EOFException.class)
				|| this.closedEarly.stream().anyMatch((type) -> isCausedBy(error, type))) {
			return Cause.CLOSED_EARLY;
		}
		return hasCause(error, BackendFailures::isReset) ? Cause.RESET : Cause.UNUSABLE;
	}

	/** Only the message of the operating system says that a limit was reached. */
	private static boolean isLocalLimit(Throwable cause) {
		return cause instanceof BindException
				|| hasMessage(cause, "Too many open files", "Cannot assign requested address");
	}

	/**
	 * Netty's native transport throws an exception of its own with the system's message.
	 */
	private static boolean isReset(Throwable cause) {
		return cause instanceof SocketException || hasMessage(cause, "Connection reset", "Broken pipe");
	}

	private static boolean hasMessage(Throwable cause, String... parts) {
		String message = String.valueOf(cause.getMessage());
		return cause instanceof IOException && List.of(parts).stream().anyMatch(message::contains);
	}

	private static boolean isCausedBy(Throwable error, @Nullable Class<? extends Exception> type) {
		return type != null && hasCause(error, type::isInstance);
	}

	private static boolean hasCause(Throwable error, Predicate<Throwable> wanted) {
		for (@Nullable
		Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (wanted.test(cause)) {
				return true;
			}
		}
		return false;
	}

}
