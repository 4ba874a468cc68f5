package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code GET /guarded} has the same outcomes in every app, and each of its guards acts:
 * for each there is a test that fails if it does nothing.
 */
class GuardedIT {

	private static final String PATH = "/guarded";

	// the bulkhead

	@ParameterizedTest
	@EnumSource
	void bulkheadWhenFullShouldRefuseAtOnceAndCallNobody(App app) {
		Service service = settled(app);
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(latch));
		List<CompletableFuture<Reply>> first = calls(service, PATH, Lab.PERMITS);
		try {
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			assertThat(service.ledger("guard/bulkheadFree")).isZero();
			ApiIT.assertProblem(service.get(PATH), 503, "bulkhead-full");
			assertThat(Lab.FAULTY.requests()).isEqualTo(Lab.PERMITS);
			CompletableFuture<Reply> unguarded = Reply.getAsync(service.port(), "/");
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS + 1);
			latch.countDown();
			assertThat(unguarded.join().status()).isEqualTo(200);
		}
		finally {
			latch.countDown();
		}
		assertThat(first).allSatisfy((call) -> assertThat(call.join().status()).isEqualTo(200));
		await().until(() -> service.ledger("guard/bulkheadFree") == Lab.PERMITS);
	}

	@ParameterizedTest
	@EnumSource
	void bulkheadWhenFullShouldNotOpenTheBreakerNorBeRepeated(App app) {
		Service service = settled(app);
		long retries = service.ledger("backendRetries");
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(latch));
		List<CompletableFuture<Reply>> first = calls(service, PATH, Lab.PERMITS);
		try {
			await().until(() -> Lab.FAULTY.atOnce() == Lab.PERMITS);
			for (int i = 0; i < 3 * Lab.WINDOW; i++) {
				ApiIT.assertProblem(service.get(PATH), 503, "bulkhead-full");
			}
		}
		finally {
			latch.countDown();
		}
		assertThat(first).allSatisfy((call) -> assertThat(call.join().status()).isEqualTo(200));
		assertThat(service.breaker()).isEqualTo("closed");
		assertThat(service.get(PATH).status()).isEqualTo(200);
		assertThat(service.ledger("backendRetries")).isEqualTo(retries);
	}

	/**
	 * Each of four times as many clients as permits asks again as soon as it is answered;
	 * none is left without an answer. Tomcat closes the connection with each 503.
	 */
	@ParameterizedTest
	@EnumSource
	void bulkheadWhenItRefusesSomeShouldLeaveNoConnectionUnanswered(App app) {
		Service service = settled(app);
		long refused = service.ledger("answers/bulkhead-full");
		Lab.FAULTY.will(Fault.kept());
		List<CompletableFuture<Void>> clients = IntStream.range(0, 4 * Lab.PERMITS)
			.mapToObj((client) -> CompletableFuture
				.runAsync(() -> ask(app, service.port(), 300), (task) -> Thread.startVirtualThread(task))
				.orTimeout(30, TimeUnit.SECONDS))
			.toList();
		assertThat(clients).allSatisfy(CompletableFuture::join);
		assertThat(service.ledger("answers/bulkhead-full")).isGreaterThan(refused);
		Lab.FAULTY.will(Fault.none());
		await().until(() -> service.get("/").status() == 200 && Lab.FAULTY.open() == 0);
	}

	private static void ask(App app, int port, int times) {
		try {
			int left = times;
			while (left > 0) {
				try (Connection connection = new Connection(port)) {
					String status;
					do {
						status = connection.get(PATH);
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
		Service service = settled(app);
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(latch));
		for (int i = 0; i < Lab.PERMITS; i++) {
			try (Connection connection = new Connection(service.port())) {
				connection.send(PATH);
				int calls = i + 1;
				await().until(() -> Lab.FAULTY.requests() == calls);
				connection.reset();
			}
		}
		latch.countDown();
		await().until(() -> service.ledger("guard/bulkheadFree") == Lab.PERMITS && service.ledger("inFlight") == 0
				&& service.ledger("backendConnectionsLeased") == 0);
	}

	// the retry

	@ParameterizedTest
	@MethodSource("repeatable")
	void retryWhenTheFailureMayBeAnAccidentShouldRepeatOnce(App app, Fault fault, String cause) {
		Service service = settled(app);
		long attempts = service.ledger("backendAttempts");
		long retries = service.ledger("backendRetries");
		long failures = service.ledger("backendFailures/" + cause);
		Lab.FAULTY.will(Fault.once(fault, Fault.none()));
		assertThat(service.get(PATH).status()).isEqualTo(200);
		assertThat(Lab.FAULTY.requests()).isEqualTo(2);
		Lab.FAULTY.will(fault);
		ApiIT.assertProblem(service.get(PATH), 502, cause);
		assertThat(Lab.FAULTY.requests()).isEqualTo(2);
		assertThat(service.ledger("backendAttempts")).isEqualTo(attempts + 4);
		assertThat(service.ledger("backendRetries")).isEqualTo(retries + 2);
		assertThat(service.ledger("backendFailures/" + cause)).isEqualTo(failures + 3);
	}

	@ParameterizedTest
	@EnumSource
	void retryWhenBackendIsDownShouldCountBothAttempts(App app) throws IOException {
		Service service = settled(app);
		long attempts = service.ledger("backendAttempts");
		long failures = service.ledger("connectFailures");
		Lab.FAULTY.downDuring(() -> ApiIT.assertProblem(service.get(PATH), 502, "connect-refused"));
		assertThat(service.ledger("backendAttempts")).isEqualTo(attempts + 2);
		assertThat(service.ledger("connectFailures")).isEqualTo(failures + 2);
	}

	@ParameterizedTest
	@EnumSource
	void retryWhenTheAnswerIsUnusableShouldNotRepeat(App app) {
		Service service = settled(app);
		Lab.FAULTY.will(Fault.answer("200 OK", "application/json", "hello"));
		ApiIT.assertProblem(service.get(PATH), 502, "unusable");
		Lab.FAULTY.will(Fault.answer("404 Not Found", "text/plain", "?"));
		ApiIT.assertProblem(service.get(PATH), 502, "unusable");
		assertThat(Lab.FAULTY.requests()).isOne();
	}

	// the timeouts of the HTTP client

	@ParameterizedTest
	@EnumSource
	void timeoutWhenBackendIsSilentShouldBe504WithoutARepeat(App app) {
		Service service = settled(app);
		CountDownLatch never = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(never));
		try {
			ApiIT.assertProblem(service.get(PATH), 504, "read-timeout");
		}
		finally {
			never.countDown();
		}
		assertThat(Lab.FAULTY.requests()).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void timeoutWhenBackendTakesNoConnectionShouldBe504WithoutARepeat(App app) throws IOException {
		Service service = settled(app);
		long attempts = service.ledger("backendAttempts");
		Lab.FAULTY.deafDuring(() -> ApiIT.assertProblem(service.get(PATH), 504, "connect-timeout"));
		assertThat(service.ledger("backendAttempts")).isEqualTo(attempts + 1);
	}

	// the breaker

	@ParameterizedTest
	@EnumSource
	void breakerAfterTooManyFailuresShouldRefuseWithoutACallAndRecover(App app) {
		Service service = settled(app);
		long open = service.ledger("answers/breaker-open");
		Lab.FAULTY.will(Fault.closeEarly());
		await().until(() -> service.get(PATH).status() == 503);
		assertThat(service.breaker()).isEqualTo("open");
		int calls = Lab.FAULTY.requests();
		assertThat(calls).isLessThanOrEqualTo(Lab.WINDOW);
		ApiIT.assertProblem(service.get(PATH), 503, "breaker-open");
		assertThat(Lab.FAULTY.requests()).isEqualTo(calls);
		assertThat(state(service, "open")).isOne();
		ApiIT.assertProblem(service.get("/"), 502, "closed-early");
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.ledger("answers/breaker-open") - open).isGreaterThanOrEqualTo(2);
		Lab.FAULTY.will(Fault.none());
		await().until(() -> service.get(PATH).status() == 200 && service.breaker().equals("closed"));
		assertThat(state(service, "closed")).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void breakerWhenHalfOpenShouldTryAndShutAgain(App app) {
		Service service = settled(app);
		Lab.FAULTY.will(Fault.closeEarly());
		await().until(() -> service.get(PATH).status() == 503);
		Lab.FAULTY.will(Fault.closeEarly());
		await().until(() -> service.get(PATH).status() == 502);
		await().until(() -> service.get(PATH).status() == 503);
		assertThat(Lab.FAULTY.requests()).isPositive();
	}

	// what is seen of them

	@ParameterizedTest
	@EnumSource
	void answersShouldAddUpToWhatWasCompleted(App app) {
		Service service = settled(app);
		Lab.FAULTY.will(Fault.answer("500 Internal Server Error", "application/json", "{}"));
		long before = service.ledger("answers/server-error");
		service.get("/");
		service.get("/nothing-here");
		await().until(() -> service.ledger("inFlight") == 0);
		var ledger = service.management("/actuator/ledger").json();
		assertThat(ledger.requiredAt("/answers/server-error").asLong()).isEqualTo(before + 1);
		assertThat(ledger.required("answers").valueStream().mapToLong((count) -> count.asLong()).sum())
			.isEqualTo(ledger.required("completed").asLong());
	}

	@ParameterizedTest
	@MethodSource("meters")
	void metricsShouldShowEachGuard(App app, String meter) {
		Service service = Lab.app(app);
		service.get(PATH);
		assertThat(service.management("/actuator/metrics/" + meter + "?tag=name:backend").status()).isEqualTo(200);
	}

	static Stream<Arguments> repeatable() {
		return Arrays.stream(App.values())
			.flatMap(
					(app) -> Stream.of(Arguments.of(app, Fault.closeEarly(), "closed-early"),
							Arguments.of(app, Fault.reset(), "reset"),
							Arguments.of(app, Fault.raw(
									"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"),
									"closed-early"),
							Arguments.of(app, Fault.answer("503 Service Unavailable", "application/json", "{}"),
									"server-error")));
	}

	static Stream<Arguments> meters() {
		return Arrays.stream(App.values())
			.flatMap((app) -> Stream
				.of("resilience4j.bulkhead.available.concurrent.calls",
						"resilience4j.bulkhead.max.allowed.concurrent.calls", "resilience4j.circuitbreaker.state",
						"resilience4j.circuitbreaker.calls", "resilience4j.retry.calls")
				.map((meter) -> Arguments.of(app, meter)));
	}

	/**
	 * An app whose breaker is closed and has forgotten the failures of the test before.
	 */
	private static Service settled(App app) {
		Service service = Lab.impatient(app);
		service.port();
		Lab.FAULTY.will(Fault.none());
		await().until(() -> service.get(PATH).status() == 200 && service.breaker().equals("closed"));
		for (int i = 0; i < Lab.WINDOW; i++) {
			assertThat(service.get(PATH).status()).isEqualTo(200);
		}
		return service;
	}

	private static double state(Service service, String state) {
		return service.management("/actuator/metrics/resilience4j.circuitbreaker.state?tag=state:" + state)
			.json()
			.requiredAt("/measurements/0/value")
			.asDouble();
	}

	private static List<CompletableFuture<Reply>> calls(Service service, String path, int count) {
		return IntStream.range(0, count).mapToObj((call) -> Reply.getAsync(service.port(), path)).toList();
	}

}
