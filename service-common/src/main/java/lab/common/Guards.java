package lab.common;

import java.util.Locale;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
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

	/** The state of the guards now. */
	AppLedger.Guard read() {
		return new AppLedger.Guard(this.breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-'),
				this.bulkhead.getMetrics().getMaxAllowedConcurrentCalls(),
				this.bulkhead.getMetrics().getAvailableConcurrentCalls());
	}

}
