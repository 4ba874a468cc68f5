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

/**
 * Answers for a failing backend, and for the guards before it. It comes before Spring's
 * own advice, which looks at causes too and would take an unreadable answer of the
 * backend for an unreadable request.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ServletProblems {

	@ExceptionHandler({ BackendException.class, BulkheadFullException.class, CallNotPermittedException.class,
			InvocationRejectedException.class })
	ErrorResponse noNumber(RuntimeException ex, HttpServletRequest request) {
		Cause cause = Cause.of(ex);
		request.setAttribute(Cause.ATTRIBUTE, cause);
		return cause.problem(ex);
	}

}
