package lab.contract;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code GET /guarded} repeats a call once if the failure may be transient, and otherwise
 * never.
 */
class RetryIT {

	@ParameterizedTest
	@MethodSource("repeatable")
	void retryWhenTheFailureMayBeAnAccidentShouldRepeatOnce(App app, BackendAnswer fault, String cause) {
		Service service = Guards.settled(app);
		long attempts = service.ledger("calls/backendAttempts");
		long retries = service.ledger("calls/backendRetries");
		long failures = service.ledger("calls/backendFailures/" + cause);
		Lab.FAULTY.answerWith(BackendAnswer.once(fault, BackendAnswer.ok()));
		assertThat(service.get(Guards.PATH).status()).isEqualTo(200);
		assertThat(Lab.FAULTY.requests()).isEqualTo(2);
		Lab.FAULTY.answerWith(fault);
		ApiIT.assertProblem(service.get(Guards.PATH), 502, cause);
		assertThat(Lab.FAULTY.requests()).isEqualTo(2);
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 4);
		assertThat(service.ledger("calls/backendRetries")).isEqualTo(retries + 2);
		assertThat(service.ledger("calls/backendFailures/" + cause)).isEqualTo(failures + 3);
	}

	@ParameterizedTest
	@EnumSource
	void retryWhenBackendIsDownShouldCountBothAttempts(App app) throws IOException {
		Service service = Guards.settled(app);
		long attempts = service.ledger("calls/backendAttempts");
		long failures = service.ledger("calls/connectFailures");
		Lab.FAULTY.downDuring(() -> ApiIT.assertProblem(service.get(Guards.PATH), 502, "connect-refused"));
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 2);
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures + 2);
	}

	@ParameterizedTest
	@EnumSource
	void retryWhenTheAnswerIsUnusableShouldNotRepeat(App app) {
		Service service = Guards.settled(app);
		Lab.FAULTY.answerWith(BackendAnswer.answer("200 OK", "application/json", "hello"));
		ApiIT.assertProblem(service.get(Guards.PATH), 502, "unusable");
		Lab.FAULTY.answerWith(BackendAnswer.answer("404 Not Found", "text/plain", "?"));
		ApiIT.assertProblem(service.get(Guards.PATH), 502, "unusable");
		assertThat(Lab.FAULTY.requests()).isOne();
	}

	static Stream<Arguments> repeatable() {
		return Arrays.stream(App.values())
			.flatMap(
					(app) -> Stream.of(Arguments.of(app, BackendAnswer.closeEarly(), "closed-early"),
							Arguments.of(app, BackendAnswer.reset(), "reset"),
							Arguments.of(app, BackendAnswer.raw(
									"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"),
									"closed-early"),
							Arguments.of(app, BackendAnswer.answer("503 Service Unavailable", "application/json", "{}"),
									"server-error")));
	}

}
