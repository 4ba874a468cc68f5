package lab.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Connections are kept, and an app never opens more connections to the backend than
 * agreed.
 */
class ConnectionsIT {

	@ParameterizedTest
	@EnumSource
	void connectionShouldServeTwoHundredRequests(App app) throws IOException {
		try (Connection connection = new Connection(Lab.app(app).port())) {
			for (int i = 0; i < 200; i++) {
				assertThat(connection.get("/sleep/0")).as("request %d", i).isEqualTo("HTTP/1.1 200");
			}
		}
	}

	/** Reactor Netty may stop reading if an answer comes before its request was read. */
	@ParameterizedTest
	@EnumSource
	void connectionWhenRequestsComeTogetherShouldAnswerThemAndTheNext(App app) throws IOException {
		try (Connection connection = new Connection(Lab.app(app).port())) {
			connection.send("/sleep/50", "/compute/1");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 200");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 200");
			connection.send("/sleep/50", "/nothing");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 200");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 404");
			assertThat(connection.get("/sleep/0")).isEqualTo("HTTP/1.1 200");
		}
	}

	/**
	 * A second connection may appear, because the previous call may not have returned its
	 * connection yet; but not one per call. No call has a header that changes the
	 * backend's work.
	 */
	@ParameterizedTest
	@EnumSource
	void connectionToTheBackendShouldServeManyCalls(App app) {
		Service service = Lab.impatient(app);
		service.port();
		Lab.FAULTY.answerWith(BackendAnswer.kept());
		for (int i = 0; i < 50; i++) {
			assertThat(service.get("/").status()).isEqualTo(200);
		}
		assertThat(Lab.FAULTY.requests()).isEqualTo(50);
		assertThat(Lab.FAULTY.connections()).isBetween(1, 3);
		Lab.FAULTY.assertPlain();
		Lab.FAULTY.answerWith(BackendAnswer.ok());
		await().until(() -> service.get("/").status() == 200 && Lab.FAULTY.open() == 0);
	}

	@ParameterizedTest
	@EnumSource
	void callsWhenMoreThanConnectionsShouldWaitForOne(App app) {
		Service service = Lab.impatient(app);
		Lab.FAULTY.answerWith(BackendAnswer.ok());
		// Cold code could need longer than a call may wait for a connection.
		Reply.assertOk(service.getAsync("/", 20));
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = Lab.FAULTY.hold()) {
			replies = service.getAsync("/", 20);
			await().until(() -> service.ledger("requests/inFlight") == 20 && Lab.FAULTY.atOnce() == Lab.CONNECTIONS);
		}
		Reply.assertOk(replies);
		assertThat(Lab.FAULTY.requests()).isEqualTo(20);
		assertThat(Lab.FAULTY.mostAtOnce()).isEqualTo(Lab.CONNECTIONS);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenNoConnectionBecomesFreeShouldBe503WithRetryAfter(App app) {
		Service service = Lab.impatient(app);
		long failures = service.ledger("calls/connectFailures");
		List<CompletableFuture<Reply>> first;
		try (Hold hold = Lab.FAULTY.hold()) {
			first = service.getAsync("/", Lab.CONNECTIONS);
			await().until(() -> Lab.FAULTY.atOnce() == Lab.CONNECTIONS);
			Reply reply = service.get("/");
			ApiIT.assertProblem(reply, 503);
			assertThat(reply.retryAfter()).isEqualTo("1");
		}
		Reply.assertOk(first);
		assertThat(service.ledger("calls/connectFailures")).isEqualTo(failures + 1);
	}

}
