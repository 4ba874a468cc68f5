package lab.webflux;

import io.github.resilience4j.reactor.bulkhead.operator.BulkheadOperator;
import io.github.resilience4j.reactor.circuitbreaker.operator.CircuitBreakerOperator;
import io.github.resilience4j.reactor.retry.RetryOperator;
import lab.common.Guards;
import lab.common.api.Answers.BackendAnswer;
import lab.common.api.Answers.CallAnswer;
import lab.common.api.JsonController;
import lab.common.api.ThreadKind;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Calls the slow backend through its guards. They are code: annotations are silently
 * ignored if the AOP starter is missing.
 */
@JsonController
class GuardedController {

	private final String name;

	private final Mono<Long> call;

	/**
	 * Defers the call, because a retry counts the attempts of one subscription, which is
	 * one request.
	 */
	GuardedController(@Value("${spring.application.name}") String name, SlowBackend backend, Guards guards) {
		this.name = name;
		this.call = Mono.defer(() -> backend.ask().map(BackendAnswer::millis))
			.transformDeferred(CircuitBreakerOperator.of(guards.breaker()))
			.transformDeferred(RetryOperator.of(guards.retry()))
			.transformDeferred(BulkheadOperator.of(guards.bulkhead()));
	}

	/**
	 * Ends with a {@link io.github.resilience4j.bulkhead.BulkheadFullException} if the
	 * bulkhead is full, and with a
	 * {@link io.github.resilience4j.circuitbreaker.CallNotPermittedException} if the
	 * circuit breaker is open.
	 */
	@GetMapping("/guarded")
	Mono<CallAnswer> call() {
		return this.call.map((millis) -> new CallAnswer(this.name, ThreadKind.current(), millis));
	}

}
