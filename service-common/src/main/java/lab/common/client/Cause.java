package lab.common.client;

import java.net.URI;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.ErrorResponse;

/**
 * Why a request got no answer from the backend: first the refusals of the app's guards,
 * then the failures of a call.
 */
public enum Cause {

	BULKHEAD_FULL(HttpStatus.SERVICE_UNAVAILABLE, "too many calls to the backend are in flight"),

	BREAKER_OPEN(HttpStatus.SERVICE_UNAVAILABLE, "the circuit breaker is open"),

	POOL_FULL(HttpStatus.SERVICE_UNAVAILABLE, "all connections to the backend are busy"),

	/** The process may open no more files, or the machine has no local port left. */
	LOCAL_LIMIT(HttpStatus.SERVICE_UNAVAILABLE, "the app cannot open another connection"),

	CONNECT_TIMEOUT(HttpStatus.GATEWAY_TIMEOUT, "the backend took no connection in time"),

	READ_TIMEOUT(HttpStatus.GATEWAY_TIMEOUT, "the backend did not answer in time"),

	CONNECT_REFUSED(HttpStatus.BAD_GATEWAY, "the backend refused the connection"),

	RESET(HttpStatus.BAD_GATEWAY, "the backend reset the connection"),

	CLOSED_EARLY(HttpStatus.BAD_GATEWAY, "the backend closed the connection before its answer was complete"),

	/** The status of the answer was 500 or more. */
	SERVER_ERROR(HttpStatus.BAD_GATEWAY, "the backend answered with an error of its own"),

	/** The answer had another status, no number, or more than {@code max-answer}. */
	UNUSABLE(HttpStatus.BAD_GATEWAY, "the backend gave no usable answer");

	/** The request attribute that keeps the cause of an answer for the ledger. */
	public static final String ATTRIBUTE = Cause.class.getName();

	private final HttpStatus status;

	private final String detail;

	Cause(HttpStatus status, String detail) {
		this.status = status;
		this.detail = detail;
	}

	/**
	 * The cause of an exception.
	 * @param error a {@link BackendException}, or the exception of a guard
	 * @throws IllegalArgumentException if it is neither
	 */
	public static Cause of(Throwable error) {
		return switch (error) {
			case BackendException failed -> failed.reason();
			case BulkheadFullException full -> BULKHEAD_FULL;
			case InvocationRejectedException full -> BULKHEAD_FULL;
			case CallNotPermittedException open -> BREAKER_OPEN;
			default -> throw new IllegalArgumentException("no failure of the backend", error);
		};
	}

	/** The problem that the client gets (RFC 9457), with this cause as its type. */
	public ErrorResponse problem(Throwable error) {
		ErrorResponse.Builder problem = ErrorResponse.builder(error, this.status, this.detail)
			.type(URI.create("urn:lab:problem:" + this));
		if (this.status == HttpStatus.SERVICE_UNAVAILABLE) {
			problem.header(HttpHeaders.RETRY_AFTER, "1");
		}
		return problem.build();
	}

	/** Whether a guard refused, so that no call was made. */
	public boolean refused() {
		return this == BULKHEAD_FULL || this == BREAKER_OPEN;
	}

	/** Whether the app itself reached a limit, which says nothing about the backend. */
	public boolean isLocalLimit() {
		return this == POOL_FULL || this == LOCAL_LIMIT;
	}

	/** Whether the call got no connection, so that the backend never saw it. */
	public boolean neverConnected() {
		return this == POOL_FULL || this == LOCAL_LIMIT || this == CONNECT_TIMEOUT || this == CONNECT_REFUSED;
	}

	/**
	 * Whether the call may be repeated: it failed at once, for a reason that may be gone.
	 * After a timeout the client has waited long enough, and the backend is busy enough.
	 */
	public boolean repeatable() {
		return this == CONNECT_REFUSED || this == RESET || this == CLOSED_EARLY || this == SERVER_ERROR;
	}

	/** The word for it in JSON, such as {@code read-timeout}. */
	@Override
	@JsonValue
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
