package lab.app;

import lab.terms.failure.BackendFailures;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.codec.CodecException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.function.client.WebClientException;

/**
 * Answers for a failing backend. It comes before Spring's own advice, which looks at
 * causes too and would take an unreadable answer of the backend for an unreadable
 * request.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class BackendProblems {

	private final BackendFailures failures;

	BackendProblems(BackendFailures failures) {
		this.failures = failures;
	}

	@ExceptionHandler({ WebClientException.class, CodecException.class })
	ErrorResponse backendFailed(Exception ex) {
		return this.failures.problem(ex);
	}

}
