package lab.webflux;

import io.github.resilience4j.reactor.bulkhead.operator.BulkheadOperator;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import io.github.resilience4j.reactor.retry.RetryOperator;
import lab.common.Guards;
import lab.common.api.Answers.BackendAnswer;
import reactor.core.publisher.Mono;

import org.springframework.stereotype.Component;

/**
 * Calls the slow backend through its guards. They are code: annotations are silently
 * ignored if the AOP starter is missing.
 */
@Component
class GuardedBackend {

	private final Mono<Long> call;

	/**
	 * Defers the call, because a retry counts the attempts of one subscription, which is
	 * one request.
	 */
	GuardedBackend(SlowBackend backend, Guards guards) {
		this.call = Mono.defer(() -> backend.ask().map(BackendAnswer::millis))
			.transformDeferred(CircuitBreakerOperator.of(guards.breaker()))
			.transformDeferred(RetryOperator.of(guards.retry()))
			.transformDeferred(BulkheadOperator.of(guards.bulkhead()));
	}

	/**
	 * Calls the backend once for each subscription, and again if the retry repeats it.
	 * @return how long the backend says it waited, in milliseconds; or an error: a
	 * {@link lab.common.client.BackendException} if it gave no usable answer,
	 * {@link io.github.resilience4j.bulkhead.BulkheadFullException} if the bulkhead is
	 * full, {@link io.github.resilience4j.circuitbreaker.CallNotPermittedException} if
	 * the circuit breaker is open
	 */
	Mono<Long> millis() {
		return this.call;
	}

}
