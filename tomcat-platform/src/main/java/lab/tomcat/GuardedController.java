package lab.tomcat;

import java.util.function.Supplier;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import lab.common.Guards;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Calls the slow backend through its guards. They are code: annotations are silently
 * ignored if the AOP starter is missing.
 */
@JsonController
class GuardedController {

	private final String name;

	private final Supplier<Long> call;

	GuardedController(@Value("${spring.application.name}") String name, SlowBackend backend, Guards guards) {
		this.name = name;
		Supplier<Long> withBreaker = CircuitBreaker.decorateSupplier(guards.breaker(), () -> backend.ask().millis());
		Supplier<Long> withRetry = Retry.decorateSupplier(guards.retry(), withBreaker);
		this.call = Bulkhead.decorateSupplier(guards.bulkhead(), withRetry);
	}

	/**
	 * Waits for the answer, and for that of a repeated call.
	 * @throws io.github.resilience4j.bulkhead.BulkheadFullException if the bulkhead is
	 * full
	 * @throws io.github.resilience4j.circuitbreaker.CallNotPermittedException if the
	 * circuit breaker is open
	 */
	@GetMapping("/guarded")
	CallAnswer call() {
		long millis = this.call.get();
		return new CallAnswer(this.name, ThreadKind.current(), millis);
	}

}
