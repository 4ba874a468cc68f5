package lab.common;

import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import jakarta.servlet.http.HttpServletRequest;
import lab.common.client.BackendException;
import lab.common.client.Cause;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ServerWebExchange;

/**
 * Answers a request with a problem (RFC 9457) when the backend failed or a guard refused
 * the call, and keeps the cause for the ledger. Spring's own advice would take an invalid
 * answer of the backend for an invalid request, so this one comes first.
 */
public final class BackendProblems {

	private BackendProblems() {
	}

	@RestControllerAdvice
	@Order(Ordered.HIGHEST_PRECEDENCE)
	public static class Servlet {

		@ExceptionHandler({ BackendException.class, BulkheadFullException.class, CallNotPermittedException.class,
				InvocationRejectedException.class })
		ErrorResponse problem(RuntimeException ex, HttpServletRequest request) {
			Cause cause = Cause.of(ex);
			request.setAttribute(Cause.ATTRIBUTE, cause);
			return cause.problem(ex);
		}

	}

	@RestControllerAdvice
	@Order(Ordered.HIGHEST_PRECEDENCE)
	public static class Reactive {

		@ExceptionHandler({ BackendException.class, BulkheadFullException.class, CallNotPermittedException.class,
				InvocationRejectedException.class })
		ErrorResponse problem(RuntimeException ex, ServerWebExchange exchange) {
			Cause cause = Cause.of(ex);
			exchange.getAttributes().put(Cause.ATTRIBUTE, cause);
			return cause.problem(ex);
		}

	}

}
