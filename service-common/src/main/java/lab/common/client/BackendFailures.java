package lab.common.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatusCode;

/**
 * The meaning of the exceptions of an HTTP client. Each client has types of its own for
 * some failures; the other types are the same for all.
 */
public final class BackendFailures {

	private final List<Map.Entry<Class<? extends Exception>, Cause>> own;

	/**
	 * Sets the types of the client, and the causes that they stand for. The first that
	 * occurs in the chain of causes of an exception decides, before the common types.
	 */
	@SafeVarargs
	public BackendFailures(Map.Entry<Class<? extends Exception>, Cause>... own) {
		this.own = List.of(own);
	}

	/**
	 * Why a call failed.
	 * @param error the exception of the HTTP client
	 * @param status the status of the backend's answer, or null if there was none
	 */
	public Cause cause(Throwable error, @Nullable HttpStatusCode status) {
		for (Map.Entry<Class<? extends Exception>, Cause> type : this.own) {
			if (hasCause(error, type.getKey()::isInstance)) {
				return type.getValue();
			}
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
		if (hasCause(error, EOFException.class::isInstance)) {
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

	private static boolean hasCause(Throwable error, Predicate<Throwable> wanted) {
		return Stream.iterate(error, Objects::nonNull, Throwable::getCause).anyMatch(wanted);
	}

}
