package lab.common;

import java.util.Locale;
import java.util.Optional;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryRegistry;
import lab.common.client.Cause;
import lab.wire.AppLedger;

/**
 * The guards of {@code GET /guarded}, outermost first, in every app. A call that the
 * bulkhead refuses costs nothing, is not repeated and does not open the breaker. A repeat
 * belongs to the one call that was let in, and the breaker sees every call.
 *
 * @param bulkhead limits the calls in flight and refuses the rest without waiting
 * @param retry repeats the failures that are {@linkplain Cause#repeatable repeatable}
 * @param breaker refuses all calls for a while after too many failures
 */
public record Guards(Bulkhead bulkhead, Retry retry, CircuitBreaker breaker) {

	/** The name of the three in the configuration and in the metrics. */
	public static final String NAME = "backend";

	/**
	 * Takes the configured guards from their registries.
	 * @throws IllegalStateException if one is not configured: its registry would create
	 * one with defaults
	 */
	static Guards of(BulkheadRegistry bulkheads, RetryRegistry retries, CircuitBreakerRegistry breakers) {
		return new Guards(configured(bulkheads.find(NAME), "bulkhead"), configured(retries.find(NAME), "retry"),
				configured(breakers.find(NAME), "circuitbreaker"));
	}

	private static <T> T configured(Optional<T> guard, String kind) {
		return guard.orElseThrow(() -> new IllegalStateException(
				"there is no resilience4j." + kind + ".instances." + NAME + "; terms.yml must have it"));
	}

	/** The state of the guards now. */
	AppLedger.Guard read() {
		return new AppLedger.Guard(this.breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-'),
				this.bulkhead.getMetrics().getMaxAllowedConcurrentCalls(),
				this.bulkhead.getMetrics().getAvailableConcurrentCalls());
	}

}
