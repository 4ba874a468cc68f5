package lab.tomcat;

import java.util.function.Supplier;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import lab.common.Guards;

import org.springframework.stereotype.Component;

/**
 * The same call to the backend with guards around it. Written down rather than declared
 * by annotations, which do nothing where the dependency that reads them is missing.
 */
@Component
class GuardedBackend {

	private final Supplier<Long> call;

	GuardedBackend(SlowBackend backend, Guards guards) {
		Supplier<Long> broken = CircuitBreaker.decorateSupplier(guards.breaker(), () -> backend.ask().millis());
		Supplier<Long> repeated = Retry.decorateSupplier(guards.retry(), broken);
		this.call = Bulkhead.decorateSupplier(guards.bulkhead(), repeated);
	}

	/**
	 * Calls the backend and waits for it, and for a repeat if need be.
	 * @return how long the backend says it waited, in milliseconds
	 * @throws lab.common.client.BackendException if it gave no usable answer
	 * @throws io.github.resilience4j.bulkhead.BulkheadFullException if too many wait
	 * already
	 * @throws io.github.resilience4j.circuitbreaker.CallNotPermittedException if it
	 * failed too often of late
	 */
	long millis() {
		return this.call.get();
	}

}
