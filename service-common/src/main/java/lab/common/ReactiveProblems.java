package lab.common;

import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
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
 * Answers for a failing backend, and for the guards before it. It comes before Spring's
 * own advice, which looks at causes too and would take an unreadable answer of the
 * backend for an unreadable request.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ReactiveProblems {

	@ExceptionHandler({ BackendException.class, BulkheadFullException.class, CallNotPermittedException.class,
			InvocationRejectedException.class })
	ErrorResponse noNumber(RuntimeException ex, ServerWebExchange exchange) {
		Cause cause = Cause.of(ex);
		exchange.getAttributes().put(Cause.ATTRIBUTE, cause);
		return cause.problem(ex);
	}

}
