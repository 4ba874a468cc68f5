package lab.common;

import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.common.circuitbreaker.configuration.CircuitBreakerConfigCustomizer;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.retry.RetryRegistry;
import lab.common.client.BackendException;
import lab.common.ledger.Ledger;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/**
 * The guards. Their figures are in {@code terms.yml}, and here is which failures they
 * care about.
 */
@AutoConfiguration
@ConditionalOnWebApplication
class GuardsAutoConfiguration {

	@Bean
	Guards guards(BulkheadRegistry bulkheads, RetryRegistry retries, CircuitBreakerRegistry breakers, Ledger ledger) {
		Guards guards = Guards.of(bulkheads, retries, breakers);
		guards.retry().getEventPublisher().onRetry((event) -> ledger.backendRetry());
		return guards;
	}

	@Bean
	RetryConfigCustomizer repeatWhatMayBeRepeated() {
		return RetryConfigCustomizer.of(Guards.NAME, (retry) -> retry
			.retryOnException((error) -> error instanceof BackendException failed && failed.reason().repeatable()));
	}

	/**
	 * That a limit of ours is reached says nothing of the backend.
	 */
	@Bean
	CircuitBreakerConfigCustomizer countWhatTheBackendDid() {
		return CircuitBreakerConfigCustomizer.of(Guards.NAME, (breaker) -> breaker
			.ignoreException((error) -> error instanceof BackendException failed && failed.reason().ours()));
	}

}
