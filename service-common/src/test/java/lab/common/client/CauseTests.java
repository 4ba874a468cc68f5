package lab.common.client;

import java.io.IOException;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.http.HttpHeaders;
import org.springframework.web.ErrorResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Cause}: the outcome table.
 */
class CauseTests {

	@ParameterizedTest
	@CsvSource({ "BULKHEAD_FULL, bulkhead-full, 503, false, false", "BREAKER_OPEN, breaker-open, 503, false, false",
			"POOL_FULL, pool-full, 503, true, false", "CONNECT_TIMEOUT, connect-timeout, 504, true, false",
			"READ_TIMEOUT, read-timeout, 504, false, false", "CONNECT_REFUSED, connect-refused, 502, true, true",
			"RESET, reset, 502, false, true", "CLOSED_EARLY, closed-early, 502, false, true",
			"SERVER_ERROR, server-error, 502, false, true", "UNUSABLE, unusable, 502, false, false" })
	void causeShouldHaveItsRowOfTheTable(Cause cause, String word, int status, boolean neverConnected,
			boolean repeatable) {
		ErrorResponse problem = cause.problem(new IOException());
		assertThat(problem.getStatusCode().value()).isEqualTo(status);
		assertThat(problem.getBody().getType()).hasToString("urn:lab:problem:" + word);
		assertThat(problem.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo((status == 503) ? "1" : null);
		assertThat(cause.neverConnected()).isEqualTo(neverConnected);
		assertThat(cause.repeatable()).isEqualTo(repeatable);
	}

	@ParameterizedTest
	@EnumSource
	void ofWhenTheBackendFailedShouldBeItsReason(Cause cause) {
		assertThat(Cause.of(new BackendException(cause, new IOException()))).isEqualTo(cause);
	}

	@Test
	void ofWhenAGuardRefusedShouldNameIt() {
		assertThat(Cause.of(BulkheadFullException.createBulkheadFullException(Bulkhead.ofDefaults("x"))))
			.isEqualTo(Cause.BULKHEAD_FULL);
		assertThat(Cause.of(CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("x"))))
			.isEqualTo(Cause.BREAKER_OPEN);
	}

	@Test
	void ofWhenAnythingElseShouldRefuse() {
		assertThatIllegalArgumentException().isThrownBy(() -> Cause.of(new IOException("disk full")));
	}

}
