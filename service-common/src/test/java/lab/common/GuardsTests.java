package lab.common;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Guards}.
 */
class GuardsTests {

	@Test
	void readShouldTellHowTheyStand() {
		Guards guards = new Guards(Bulkhead.of("backend", BulkheadConfig.custom().maxConcurrentCalls(3).build()),
				Retry.ofDefaults("backend"), CircuitBreaker.ofDefaults("backend"));
		assertThat(guards.read()).isEqualTo(new AppLedger.Guard("closed", 3, 3));
		guards.bulkhead().acquirePermission();
		guards.breaker().transitionToOpenState();
		assertThat(guards.read()).isEqualTo(new AppLedger.Guard("open", 3, 2));
		guards.breaker().transitionToHalfOpenState();
		assertThat(guards.read().breaker()).isEqualTo("half-open");
	}

}
