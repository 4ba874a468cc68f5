package lab.contract;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Whatever the backend does wrong, every app answers with the same status.
 */
class BackendFailureIT {

	static final List<Named<BackendAnswer>> BROKEN = List.of(Named.of("closes early", BackendAnswer.closeEarly()),
			Named.of("resets the connection", BackendAnswer.reset()),
			Named.of("speaks no HTTP", BackendAnswer.raw("hello\r\n\r\n")),
			Named.of("cuts its answer short",
					BackendAnswer
						.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"mil")),
			Named.of("sends no JSON", BackendAnswer.answer("200 OK", "application/json", "hello")),
			Named.of("sends a word for the number",
					BackendAnswer.answer("200 OK", "application/json", "{\"millis\":\"x\"}")),
			Named.of("leaves the number out", BackendAnswer.answer("200 OK", "application/json", "{}")),
			Named.of("sends an empty answer", BackendAnswer.answer("200 OK", "application/json", "")),
			Named.of("sends HTML", BackendAnswer.answer("200 OK", "text/html", "<p>hello</p>")),
			Named.of("answers 404", BackendAnswer.answer("404 Not Found", "text/plain", "?")),
			Named.of("answers 500", BackendAnswer.answer("500 Internal Server Error", "application/json", "{}")),
			Named.of("answers 503", BackendAnswer.answer("503 Service Unavailable", "application/json", "{}")),
			Named.of("redirects",
					BackendAnswer
						.raw("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
			Named.of("sends 3 MB", BackendAnswer.large(3_000_000)),
			Named.of("sends 3 MB in chunks", BackendAnswer.largeInChunks(3_000_000)),
			Named.of("never stops sending", BackendAnswer.endless()), Named.of("answers 500 with 3 MB",
					BackendAnswer.answer("500 Internal Server Error", "text/plain", "x".repeat(3_000_000))));

	@ParameterizedTest
	@MethodSource("broken")
	void callWhenBackendIsBrokenShouldBe502AfterOneAttempt(App app, BackendAnswer fault) {
		Service service = Lab.impatient(app);
		long attempts = service.ledger("calls/backendAttempts");
		Lab.FAULTY.answerWith(fault);
		ApiIT.assertProblem(service.get("/"), 502);
		assertThat(Lab.FAULTY.requests()).isOne();
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@ParameterizedTest
	@CsvSource({ "TOMCAT_PLATFORM, /asynchronous", "TOMCAT_VIRTUAL, /asynchronous", "WEBFLUX, /blocking/event-loop",
			"WEBFLUX, /blocking/bounded-elastic", "WEBFLUX, /blocking/virtual-threads" })
	void callOfAnotherKindWhenBackendIsBrokenShouldBe502AndCountedByItsCause(App app, String path) {
		Service service = Lab.impatient(app);
		long reset = service.ledger("requests/answers/reset");
		long attempts = service.ledger("calls/backendAttempts");
		Lab.FAULTY.answerWith(BackendAnswer.reset());
		ApiIT.assertProblem(service.get(path), 502, "reset");
		await().until(() -> service.ledger("requests/answers/reset") == reset + 1);
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@ParameterizedTest
	@MethodSource("lab.contract.ApiIT#styles")
	void fanOutWhenBackendIsBrokenShouldBe502InEachStyle(App app, String style) {
		Service service = Lab.impatient(app);
		service.port();
		Lab.FAULTY.answerWith(BackendAnswer.closeEarly());
		ApiIT.assertProblem(service.get("/fan-out?calls=3&style=" + style), 502);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendIsDownShouldBe502AndACountedConnectFailure(App app) throws IOException {
		assertRefused(Lab.impatient(app), Lab.FAULTY);
	}

	static void assertRefused(Service service, FaultyBackend backend) throws IOException {
		long failures = service.ledger("calls/connectFailures");
		long attempts = service.ledger("calls/backendAttempts");
		backend.downDuring(() -> {
			Reply reply = service.get("/");
			ApiIT.assertProblem(reply, 502);
			assertThat(reply.detail()).isEqualTo("the backend refused the connection");
		});
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures + 1);
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendTakesNoConnectionShouldBe504AndACountedConnectFailure(App app) throws IOException {
		Service service = Lab.impatient(app);
		long failures = service.ledger("calls/connectFailures");
		Lab.FAULTY.deafDuring(() -> {
			Reply reply = service.get("/");
			ApiIT.assertProblem(reply, 504);
			assertThat(reply.detail()).isEqualTo("the backend took no connection in time");
		});
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures + 1);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendIsTooSlowShouldBe504(App app) {
		assertTooSlow(Lab.impatient(app), Lab.FAULTY);
	}

	static void assertTooSlow(Service service, FaultyBackend backend) {
		long failures = service.ledger("calls/connectFailures");
		try (Hold hold = backend.hold()) {
			Reply reply = service.get("/");
			ApiIT.assertProblem(reply, 504);
			assertThat(reply.detail()).isEqualTo("the backend did not answer in time");
		}
		assertThat(backend.requests()).isOne();
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendSendsOneMegabyteShouldSucceed(App app) {
		assertReadsOneMegabyte(Lab.impatient(app), Lab.FAULTY);
	}

	static void assertReadsOneMegabyte(Service service, FaultyBackend backend) {
		service.port();
		backend.answerWith(BackendAnswer.large(1_000_000));
		assertThat(service.get("/").status()).isEqualTo(200);
		backend.answerWith(BackendAnswer.largeInChunks(1_000_000));
		assertThat(service.get("/").status()).isEqualTo(200);
	}

	static Stream<Arguments> broken() {
		return Arrays.stream(App.values()).flatMap((app) -> BROKEN.stream().map((fault) -> Arguments.of(app, fault)));
	}

}
