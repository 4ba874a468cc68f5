package lab.common.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;

/**
 * What the exceptions of an HTTP client mean. Every client has types of its own for some
 * of them; the rest is the same for all.
 *
 * @param poolFull thrown when no connection became free in time; null for a client
 * without a limit
 * @param connectTimeout thrown when the backend took no connection in time; null for a
 * client that does not tell it from {@code readTimeout}
 * @param readTimeout thrown when the backend did not answer in time
 * @param closedEarly thrown when the backend closed the connection before its answer was
 * whole, besides {@link EOFException}
 */
public record BackendFailures(@Nullable Class<? extends Exception> poolFull,
		@Nullable Class<? extends Exception> connectTimeout, Class<? extends Exception> readTimeout,
		List<Class<? extends Exception>> closedEarly) {

	public BackendFailures {
		closedEarly = List.copyOf(closedEarly);
	}

	/**
	 * Why a call failed.
	 * @param error what the HTTP client threw
	 * @param status what the backend answered, or null if it did not
	 */
	public Cause cause(Throwable error, @Nullable HttpStatusCode status) {
		if (causedBy(error, this.poolFull)) {
			return Cause.POOL_FULL;
		}
		if (causedBy(error, this.connectTimeout)) {
			return Cause.CONNECT_TIMEOUT;
		}
		if (causedBy(error, this.readTimeout)) {
			return Cause.READ_TIMEOUT;
		}
		if (isLocalLimit(error)) {
			return Cause.LOCAL_LIMIT;
		}
		if (causedBy(error, ConnectException.class, NoRouteToHostException.class, UnknownHostException.class)) {
			return Cause.CONNECT_REFUSED;
		}
		if (status != null && status.is5xxServerError()) {
			return Cause.SERVER_ERROR;
		}
		if (causedBy(error, EOFException.class)
				|| this.closedEarly.stream().anyMatch((type) -> causedBy(error, type))) {
			return Cause.CLOSED_EARLY;
		}
		return isReset(error) ? Cause.RESET : Cause.UNUSABLE;
	}

	/**
	 * Whether this machine gave no connection: the process may open no more files, or no
	 * local port is free. Only the words of the system say so.
	 */
	private static boolean isLocalLimit(Throwable error) {
		for (@Nullable
		Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (cause instanceof BindException || (cause instanceof IOException && String.valueOf(cause.getMessage())
				.matches("(?s).*(Too many open files|Cannot assign requested address).*"))) {
				return true;
			}
		}
		return false;
	}

	/** Netty's native transport has an exception of its own, with the system's words. */
	private static boolean isReset(Throwable error) {
		for (@Nullable
		Throwable cause = error; cause != null; cause = cause.getCause()) {
			if (cause instanceof SocketException || (cause instanceof IOException
					&& String.valueOf(cause.getMessage()).matches("(?s).*(Connection reset|Broken pipe).*"))) {
				return true;
			}
		}
		return false;
	}

	@SafeVarargs
	private static boolean causedBy(Throwable error, @Nullable Class<? extends Exception>... types) {
		for (@Nullable
		Throwable cause = error; cause != null; cause = cause.getCause()) {
			for (Class<? extends Exception> type : types) {
				if (type != null && type.isInstance(cause)) {
					return true;
				}
			}
		}
		return false;
	}

}
