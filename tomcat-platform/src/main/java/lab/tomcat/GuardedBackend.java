package lab.tomcat;

import java.util.function.Supplier;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import lab.common.Guards;

import org.springframework.stereotype.Component;

/**
 * Calls the slow backend through its guards. They are code: annotations are silently
 * ignored if the AOP starter is missing.
 */
@Component
class GuardedBackend {

	private final Supplier<Long> call;

	GuardedBackend(SlowBackend backend, Guards guards) {
		Supplier<Long> withBreaker = CircuitBreaker.decorateSupplier(guards.breaker(), () -> backend.ask().millis());
		Supplier<Long> withRetry = Retry.decorateSupplier(guards.retry(), withBreaker);
		this.call = Bulkhead.decorateSupplier(guards.bulkhead(), withRetry);
	}

	/**
	 * Calls the backend and waits for its answer, and for that of a repeated call.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 * @throws io.github.resilience4j.bulkhead.BulkheadFullException if the bulkhead is
	 * full
	 * @throws io.github.resilience4j.circuitbreaker.CallNotPermittedException if the
	 * circuit breaker is open
	 */
	long millis() {
		return this.call.get();
	}

}
