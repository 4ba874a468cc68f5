package lab.common;

import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.common.circuitbreaker.configuration.CircuitBreakerConfigCustomizer;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryRegistry;
import lab.common.client.BackendException;
import lab.common.client.BackendProperties;
import lab.common.database.Database;
import lab.common.database.DatabaseProperties;
import lab.common.ledger.Ledger;
import lab.common.ledger.LedgerMeters;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Configures what every service has, whatever its server and its clients.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@EnableConfigurationProperties({ BackendProperties.class, DatabaseProperties.class })
@Import({ ArgumentProblems.class, ArgumentProblems.WordToEnumConverter.class, Database.class, Drain.class, Ledger.class,
		LedgerEndpoint.class, LedgerMeters.class, TermsEndpoint.class })
class ServiceAutoConfiguration {

	/** A registry would create a guard that is not configured, with defaults. */
	@Bean
	Guards guards(BulkheadRegistry bulkheads, RetryRegistry retries, CircuitBreakerRegistry breakers, Ledger ledger) {
		Retry retry = retries.find(Guards.NAME).orElseThrow();
		retry.getEventPublisher().onRetry((event) -> ledger.backendRetry());
		return new Guards(bulkheads.find(Guards.NAME).orElseThrow(), retry, breakers.find(Guards.NAME).orElseThrow());
	}

	@Bean
	RetryConfigCustomizer retryRepeatableFailures() {
		return RetryConfigCustomizer.of(Guards.NAME, (retry) -> retry
			.retryOnException((error) -> error instanceof BackendException failed && failed.reason().repeatable()));
	}

	/**
	 * Keeps the breaker closed when a limit of the app was reached, because that says
	 * nothing about the backend.
	 */
	@Bean
	CircuitBreakerConfigCustomizer ignoreLocalLimits() {
		return CircuitBreakerConfigCustomizer.of(Guards.NAME, (breaker) -> breaker
			.ignoreException((error) -> error instanceof BackendException failed && failed.reason().isLocalLimit()));
	}

}
