package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code GET /guarded} refuses requests above its permits at once and without a call.
 */
class BulkheadIT {

	@ParameterizedTest
	@EnumSource
	void bulkheadWhenFullShouldRefuseAtOnceAndCallNobody(App app) {
		Service service = Guards.settled(app);
		List<CompletableFuture<Reply>> first;
		try (Hold hold = Lab.FAULTY.hold()) {
			first = service.getAsync(Guards.PATH, Lab.PERMITS);
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			assertThat(service.ledger("guard/bulkheadFree")).isZero();
			ApiIT.assertProblem(service.get(Guards.PATH), 503, "bulkhead-full");
			assertThat(Lab.FAULTY.requests()).isEqualTo(Lab.PERMITS);
			CompletableFuture<Reply> unguarded = service.getAsync("/");
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS + 1);
			hold.close();
			assertThat(unguarded.join().status()).isEqualTo(200);
		}
		Reply.assertOk(first);
		await().until(() -> service.ledger("guard/bulkheadFree") == Lab.PERMITS);
	}

	@ParameterizedTest
	@EnumSource
	void bulkheadWhenFullShouldNotOpenTheBreakerNorBeRepeated(App app) {
		Service service = Guards.settled(app);
		long retries = service.ledger("calls/backendRetries");
		List<CompletableFuture<Reply>> first;
		try (Hold hold = Lab.FAULTY.hold()) {
			first = service.getAsync(Guards.PATH, Lab.PERMITS);
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			for (int i = 0; i < 3 * Lab.WINDOW; i++) {
				ApiIT.assertProblem(service.get(Guards.PATH), 503, "bulkhead-full");
			}
		}
		Reply.assertOk(first);
		assertThat(service.breaker()).isEqualTo("closed");
		assertThat(service.get(Guards.PATH).status()).isEqualTo(200);
		assertThat(service.ledger("calls/backendRetries")).isEqualTo(retries);
	}

	/**
	 * Four times as many clients as permits repeat their requests; each request is
	 * answered. Tomcat closes the connection with each 503.
	 */
	@ParameterizedTest
	@EnumSource
	void bulkheadWhenItRefusesSomeShouldLeaveNoConnectionUnanswered(App app) {
		Service service = Guards.settled(app);
		long refused = service.ledger("requests/answers/bulkhead-full");
		Lab.FAULTY.answerWith(BackendAnswer.kept());
		List<CompletableFuture<Void>> clients = IntStream.range(0, 4 * Lab.PERMITS)
			.mapToObj((client) -> CompletableFuture
				.runAsync(() -> ask(app, service.port(), 300), (task) -> Thread.startVirtualThread(task))
				.orTimeout(30, TimeUnit.SECONDS))
			.toList();
		assertThat(clients).allSatisfy(CompletableFuture::join);
		assertThat(service.ledger("requests/answers/bulkhead-full")).isGreaterThan(refused);
		Lab.FAULTY.answerWith(BackendAnswer.ok());
		await().until(() -> service.get("/").status() == 200 && Lab.FAULTY.open() == 0);
	}

	private static void ask(App app, int port, int times) {
		try {
			int left = times;
			while (left > 0) {
				try (Connection connection = new Connection(port)) {
					String status;
					do {
						status = connection.get(Guards.PATH);
						assertThat(status).isIn("HTTP/1.1 200", "HTTP/1.1 503");
						left--;
					}
					while (left > 0 && (app == App.WEBFLUX || status.endsWith("200")));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@EnumSource
	void bulkheadWhenClientsLeaveShouldHaveItsPermitsBack(App app) throws IOException {
		Service service = Guards.settled(app);
		try (Hold hold = Lab.FAULTY.hold()) {
			for (int i = 0; i < Lab.PERMITS; i++) {
				try (Connection connection = new Connection(service.port())) {
					connection.send(Guards.PATH);
					int calls = i + 1;
					await().until(() -> Lab.FAULTY.requests() == calls);
					connection.reset();
				}
			}
		}
		await().until(() -> service.ledger("guard/bulkheadFree") == Lab.PERMITS
				&& service.ledger("requests/inFlight") == 0 && service.ledger("calls/backendConnectionsLeased") == 0);
	}

}
