package lab.contract;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code GET /guarded} has the same outcomes in every app. For each guard there is a test
 * that fails if the guard does nothing: here for the timeouts of the HTTP client, in
 * {@link BulkheadIT}, {@link RetryIT} and {@link BreakerIT} for the others.
 */
class GuardedIT {

	@ParameterizedTest
	@EnumSource
	void timeoutWhenBackendIsSilentShouldBe504WithoutARepeat(App app) {
		Service service = Guards.settled(app);
		try (Hold hold = Lab.FAULTY.hold()) {
			ApiIT.assertProblem(service.get(Guards.PATH), 504, "read-timeout");
		}
		assertThat(Lab.FAULTY.requests()).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void timeoutWhenBackendTakesNoConnectionShouldBe504WithoutARepeat(App app) throws IOException {
		Service service = Guards.settled(app);
		long attempts = service.ledger("calls/backendAttempts");
		Lab.FAULTY.deafDuring(() -> ApiIT.assertProblem(service.get(Guards.PATH), 504, "connect-timeout"));
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@ParameterizedTest
	@EnumSource
	void answersShouldAddUpToWhatWasCompleted(App app) {
		Service service = Guards.settled(app);
		Lab.FAULTY.answerWith(BackendAnswer.answer("500 Internal Server Error", "application/json", "{}"));
		long before = service.ledger("requests/answers/server-error");
		service.get("/");
		service.get("/nothing-here");
		await().until(() -> service.ledger("requests/inFlight") == 0);
		var ledger = service.management("/actuator/ledger").json();
		assertThat(ledger.requiredAt("/requests/answers/server-error").asLong()).isEqualTo(before + 1);
		assertThat(ledger.requiredAt("/requests/answers").valueStream().mapToLong((count) -> count.asLong()).sum())
			.isEqualTo(ledger.requiredAt("/requests/completed").asLong());
	}

	@ParameterizedTest
	@MethodSource("meters")
	void metricsShouldShowEachGuard(App app, String meter) {
		Service service = Lab.app(app);
		service.get(Guards.PATH);
		assertThat(service.management("/actuator/metrics/" + meter + "?tag=name:backend").status()).isEqualTo(200);
	}

	static Stream<Arguments> meters() {
		return Arrays.stream(App.values())
			.flatMap((app) -> Stream
				.of("resilience4j.bulkhead.available.concurrent.calls",
						"resilience4j.bulkhead.max.allowed.concurrent.calls", "resilience4j.circuitbreaker.state",
						"resilience4j.circuitbreaker.calls", "resilience4j.retry.calls")
				.map((meter) -> Arguments.of(app, meter)));
	}

}
