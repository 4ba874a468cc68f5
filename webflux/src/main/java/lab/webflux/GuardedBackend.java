package lab.webflux;

import io.github.resilience4j.reactor.bulkhead.operator.BulkheadOperator;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import io.github.resilience4j.reactor.retry.RetryOperator;
import lab.common.Guards;
import lab.common.api.Answers.BackendAnswer;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Component;

/**
 * The same call to the backend with guards around it. Written down rather than declared
 * by annotations, which do nothing where the dependency that reads them is missing.
 */
@Component
class GuardedBackend {

	private final Mono<Long> call;

	/**
	 * Deferred, because a retry counts the attempts of one subscription, that is of one
	 * request.
	 */
	GuardedBackend(SlowBackend backend, Guards guards) {
		this.call = Mono.defer(() -> backend.ask().map(BackendAnswer::millis))
			.transformDeferred(CircuitBreakerOperator.of(guards.breaker()))
			.transformDeferred(RetryOperator.of(guards.retry()))
			.transformDeferred(BulkheadOperator.of(guards.bulkhead()));
	}

	/**
	 * Calls the backend, once for each subscription, and again if need be.
	 * @return how long the backend says it waited, in milliseconds; or an error: a
	 * {@link lab.common.client.BackendException} if it gave no usable answer,
	 * {@link io.github.resilience4j.bulkhead.BulkheadFullException} if too many wait
	 * already, {@link io.github.resilience4j.circuitbreaker.CallNotPermittedException} if
	 * it failed too often of late
	 */
	Mono<Long> millis() {
		return this.call;
	}

}
