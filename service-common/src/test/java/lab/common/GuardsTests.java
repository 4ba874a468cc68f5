package lab.common;

import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.retry.RetryRegistry;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Guards}.
 */
class GuardsTests {

	private final BulkheadRegistry bulkheads = BulkheadRegistry.ofDefaults();

	private final RetryRegistry retries = RetryRegistry.ofDefaults();

	private final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

	/** A registry makes up whatever it is asked for, with figures of its own. */
	@Test
	void ofWhenOneIsNotConfiguredShouldNameIt() {
		this.bulkheads.bulkhead(Guards.NAME);
		this.retries.retry(Guards.NAME);
		assertThatIllegalStateException().isThrownBy(() -> Guards.of(this.bulkheads, this.retries, this.breakers))
			.withMessage("there is no resilience4j.circuitbreaker.instances.backend; terms.yml must have it");
	}

	@Test
	void readShouldTellHowTheyStand() {
		this.bulkheads.bulkhead(Guards.NAME, BulkheadConfig.custom().maxConcurrentCalls(3).build());
		this.retries.retry(Guards.NAME);
		this.breakers.circuitBreaker(Guards.NAME);
		Guards guards = Guards.of(this.bulkheads, this.retries, this.breakers);
		assertThat(guards.read()).isEqualTo(new AppLedger.Guard("closed", 3, 3));
		guards.bulkhead().acquirePermission();
		guards.breaker().transitionToOpenState();
		assertThat(guards.read()).isEqualTo(new AppLedger.Guard("open", 3, 2));
		guards.breaker().transitionToHalfOpenState();
		assertThat(guards.read().breaker()).isEqualTo("half-open");
	}

}
