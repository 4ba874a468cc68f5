package lab.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a contender on Netty with sources of its own MUST do.
 */
abstract class ContenderContract {

	private final Contender contender;

	private final FaultyBackend backend;

	private final Service service;

	ContenderContract(Contender contender) {
		this.contender = contender;
		this.backend = contender.backend();
		this.service = contender.service();
	}

	@Test
	void callShouldReportWhoServedAndHowLongTheBackendTook() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.ok());
		Reply reply = this.service.get("/");
		assertThat(reply.contentType()).isEqualTo("application/json");
		assertThat(reply.json().toString()).isEqualTo(
				"{\"servedBy\":\"" + this.contender.module() + "\",\"thread\":\"event-loop\",\"backendMillis\":1}");
	}

	@ParameterizedTest
	@CsvSource({ "/sleep/-1, 400", "/sleep/60001, 400", "/sleep/soon, 400", "/nothing-here, 404",
			"/actuator/health, 404" })
	void failuresShouldBeProblems(String path, int status) {
		Reply reply = this.service.get(path);
		ApiIT.assertProblem(reply, status);
		if (status == 400) {
			assertThat(reply.detail()).isEqualTo(
					"millis must be a whole number from 0 to 60000, not '" + path.substring("/sleep/".length()) + "'");
		}
	}

	@Test
	void callWhenMethodIsNotGetShouldBe405() {
		Reply reply = Reply.send("POST", this.service.port(), "/").join();
		ApiIT.assertProblem(reply, 405);
		assertThat(reply.allow()).isEqualTo("GET");
	}

	static List<Named<BackendAnswer>> broken() {
		return BackendFailureIT.BROKEN;
	}

	@ParameterizedTest
	@MethodSource("broken")
	void callWhenBackendIsBrokenShouldBe502AfterOneAttempt(BackendAnswer fault) {
		long attempts = this.service.ledger("calls/backendAttempts");
		this.backend.answerWith(fault);
		ApiIT.assertProblem(this.service.get("/"), 502);
		assertThat(this.backend.requests()).isOne();
		assertThat(this.service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@Test
	void callWhenBackendBreaksShouldGiveItsCause() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.reset());
		ApiIT.assertProblem(this.service.get("/"), 502, "reset");
		this.backend.answerWith(BackendAnswer.answer("500 Internal Server Error", "application/json", "{}"));
		ApiIT.assertProblem(this.service.get("/"), 502, "server-error");
	}

	@Test
	void callWhenBackendIsDownShouldBe502AndACountedConnectFailure() throws IOException {
		BackendFailureIT.assertRefused(this.service, this.backend);
	}

	@Test
	void callWhenBackendIsTooSlowShouldBe504() {
		BackendFailureIT.assertTooSlow(this.service, this.backend);
	}

	@Test
	void callWhenBackendTakesNoConnectionShouldBe504() throws IOException {
		this.service.port();
		this.backend.deafDuring(() -> ApiIT.assertProblem(this.service.get("/"), 504, "connect-timeout"));
	}

	@Test
	void callWhenBackendSendsOneMegabyteShouldSucceed() {
		BackendFailureIT.assertReadsOneMegabyte(this.service, this.backend);
	}

	@Test
	void connectionShouldServeTwoHundredRequestsAndThoseThatComeTogether() throws IOException {
		try (Connection connection = new Connection(this.service.port())) {
			for (int i = 0; i < 200; i++) {
				assertThat(connection.get("/sleep/0")).as("request %d", i).isEqualTo("HTTP/1.1 200");
			}
			connection.send("/sleep/50", "/nothing");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 200");
			assertThat(connection.answer()).isEqualTo("HTTP/1.1 404");
			assertThat(connection.get("/sleep/0")).isEqualTo("HTTP/1.1 200");
		}
	}

	@Test
	void callsShouldBePlainAndOnKeptConnections() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.kept());
		for (int i = 0; i < 50; i++) {
			assertThat(this.service.get("/").status()).isEqualTo(200);
		}
		assertThat(this.backend.requests()).isEqualTo(50);
		assertThat(this.backend.connections()).isBetween(1, 3);
		this.backend.assertPlain();
		this.backend.answerWith(BackendAnswer.ok());
		await().until(() -> this.service.get("/").status() == 200 && this.backend.open() == 0);
	}

	@Test
	void callsWhenMoreThanConnectionsShouldWaitForOne() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.ok());
		// Cold code could need longer than a call may wait for a connection.
		Reply.assertOk(this.service.getAsync("/", 20));
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = this.backend.hold()) {
			replies = this.service.getAsync("/", 20);
			await().until(
					() -> this.service.ledger("requests/inFlight") == 20 && this.backend.atOnce() == Lab.CONNECTIONS);
			assertThat(this.service.ledger("calls/backendConnectionsLeased")).isGreaterThanOrEqualTo(Lab.CONNECTIONS);
			assertManagementAnswers();
		}
		Reply.assertOk(replies);
		assertThat(this.backend.mostAtOnce()).isEqualTo(Lab.CONNECTIONS);
	}

	@Test
	void callWhenNoConnectionBecomesFreeShouldBe503WithRetryAfter() {
		this.service.port();
		List<CompletableFuture<Reply>> first;
		try (Hold hold = this.backend.hold()) {
			first = this.service.getAsync("/", Lab.CONNECTIONS);
			await().until(() -> this.backend.atOnce() == Lab.CONNECTIONS);
			ApiIT.assertProblem(this.service.get("/"), 503, "pool-full");
		}
		Reply.assertOk(first);
	}

	@Test
	void termsShouldServeTheListOfTheJar() {
		assertThat(terms().required("endpoints")).isEqualTo(EndpointsIT.list(this.contender.module()));
	}

	@Test
	void requestShouldMakeTheCallsOfTheList() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.ok());
		assertThat(EndpointsIT.list(this.contender.module()).valueStream()).allSatisfy((endpoint) -> {
			long before = this.service.ledger("calls/backendAttempts");
			assertThat(this.service.get(EndpointsIT.path(endpoint)).status()).isEqualTo(200);
			assertThat(this.service.ledger("calls/backendAttempts") - before)
				.isEqualTo(endpoint.required("calls").asLong());
		});
	}

	@Test
	void requestsThatSleepShouldBeLimitedByNothing() throws IOException {
		try (Crowd crowd = new Crowd(this.service, 30)) {
			crowd.send("/sleep/300");
			await().until(() -> this.service.ledger("requests/inFlight") == 30);
			crowd.assertOk();
		}
		await().until(() -> this.service.ledger("requests/inFlight") == 0);
	}

	@Test
	void termsShouldBeTheAgreedOnesAndPrintedInOneLine() {
		JsonNode terms = terms();
		assertThat(terms.required("application").asString()).isEqualTo(this.contender.module());
		assertThat(terms.required("httpClient").asString()).matches("reactor-netty-http 1\\.\\d+\\.\\d+");
		assertThat(terms.required("keepAlive").asString()).isEqualTo("no cap on requests, idle for at most 60 s");
		assertThat(terms.requiredAt("/limits/backend-connections").asInt()).isEqualTo(Lab.CONNECTIONS);
		assertThat(this.service.log()).singleElement()
			.asString()
			.contains(this.contender.module() + ": port " + this.service.port() + ", management "
					+ this.service.managementPort())
			.contains("request threads: no limit")
			.endsWith("keep-alive: " + terms.required("keepAlive").asString());
	}

	@Test
	void ledgerShouldAddUpAndCountEachRequestOnAnEventLoop() {
		this.service.port();
		this.backend.answerWith(BackendAnswer.ok());
		await().until(() -> this.service.ledger("requests/inFlight") == 0);
		List<String> counters = List.of("requests/received", "requests/completed", "requests/answers/ok",
				"requests/answers/client-error", "requests/servedBy/event-loop", "calls/backendAttempts");
		List<Long> before = counters.stream().map(this.service::ledger).toList();
		for (int i = 0; i < 10; i++) {
			this.service.get("/");
		}
		this.service.get("/nothing-here");
		this.service.get("/sleep/never");
		await().untilAsserted(() -> assertThat(counters.stream().map(this.service::ledger)).containsExactly(
				before.get(0) + 12, before.get(1) + 12, before.get(2) + 10, before.get(3) + 2, before.get(4) + 12,
				before.get(5) + 10));
		assertThat(this.backend.requests()).isEqualTo(10);
		assertThat(Stream.of("platform", "virtual").map((kind) -> this.service.ledger("requests/servedBy/" + kind)))
			.containsOnly(0L);
	}

	@Test
	void ledgerWhenAClientLeavesShouldCountItAsAbandoned() throws IOException {
		long abandoned = this.service.ledger("requests/abandoned");
		try (Connection connection = new Connection(this.service.port())) {
			connection.send("/sleep/20000");
			await().until(() -> this.service.ledger("requests/inFlight") == 1);
			connection.reset();
		}
		await().until(() -> this.service.ledger("requests/abandoned") == abandoned + 1
				&& this.service.ledger("requests/inFlight") == 0);
	}

	@Test
	void endShouldAnswerWhatComesOnKeptConnections() throws IOException {
		Service ended = this.contender.ended();
		int port = ended.port();
		// The request under way keeps the app from ending before the next one.
		try (Hold hold = this.backend.hold(); Connection kept = new Connection(port)) {
			assertThat(kept.get("/sleep/0")).endsWith("200");
			CompletableFuture<Reply> underWay = ended.getAsync("/");
			await().until(() -> this.backend.atOnce() == 1);
			ended.terminate();
			await().until(() -> Connection.refuses(port));
			kept.assertOkUntilClosed();
			hold.close();
			assertThat(underWay.join().status()).isEqualTo(200);
			await().until(ended::ended);
		}
	}

	final Service service() {
		return this.service;
	}

	private JsonNode terms() {
		return this.service.management("/actuator/terms").json();
	}

	private void assertManagementAnswers() {
		assertThat(this.service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
	}

	/**
	 * A contender with few connections and short timeouts, and a second one that ends
	 * with its test.
	 *
	 * @param module the module of its jar
	 * @param backend the backend of both
	 */
	record Contender(String module, FaultyBackend backend, Service service, Service ended) {

		static Contender start(String module, String... properties) {
			FaultyBackend backend = new FaultyBackend();
			String[] impatient = Stream.concat(Stream.of(properties),
					Stream.of(address(backend), "--backend.max-connections=" + Lab.CONNECTIONS,
							"--backend.acquire-timeout=1400ms", "--spring.http.clients.connect-timeout=500ms",
							"--spring.http.clients.read-timeout=4s"))
				.toArray(String[]::new);
			return new Contender(module, backend, Service.startJar(module, impatient),
					Service.startJar(module, address(backend)));
		}

		/** Lab has the same, but starts its services. */
		private static String address(FaultyBackend backend) {
			return "--spring.http.serviceclient.slow-backend.base-url=http://127.0.0.1:" + backend.port();
		}

	}

}
