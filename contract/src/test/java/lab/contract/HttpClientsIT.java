package lab.contract;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The Tomcat apps behave alike on every HTTP client that the property can choose; if a
 * client cannot keep to the terms, the app says so. All other tests cover the shipped
 * client.
 */
class HttpClientsIT {

	private static final int CONNECTIONS = 2;

	private static final FaultyBackend BACKEND = new FaultyBackend();

	private static final Map<Client, Service> SERVICES = new EnumMap<>(Client.class);

	enum Client {

		JETTY("org\\.eclipse\\.jetty\\.client\\.HttpClient 12\\.\\d+\\.\\d+", true),

		JDK("HttpClient of JDK \\d.*", false),

		SIMPLE("HttpURLConnection of JDK \\d.*", false);

		final String name;

		final boolean limited;

		Client(String name, boolean limited) {
			this.name = name;
			this.limited = limited;
		}

		Service service() {
			return Objects.requireNonNull(SERVICES.get(this));
		}

	}

	static {
		for (Client client : Client.values()) {
			SERVICES.put(client,
					Service.start("tomcat-virtual",
							"--spring.http.serviceclient.slow-backend.base-url=http://127.0.0.1:" + BACKEND.port(),
							"--spring.http.clients.imperative.factory=" + client.name().toLowerCase().replace('_', '-'),
							"--backend.max-connections=" + CONNECTIONS, "--backend.acquire-timeout=1400ms",
							"--spring.http.clients.connect-timeout=400ms", "--spring.http.clients.read-timeout=3s"));
		}
	}

	@AfterAll
	static void stop() {
		SERVICES.values().forEach(Service::stop);
	}

	@ParameterizedTest
	@EnumSource
	void termsShouldNameTheClientAndWhatLimitsIt(Client client) {
		JsonNode terms = client.service().management("/actuator/terms").json();
		assertThat(terms.required("httpClient").asString()).matches(client.name);
		JsonNode connections = terms.required("limits").required("backend-connections");
		assertThat(connections.isNull() ? null : connections.asInt()).isEqualTo(client.limited ? CONNECTIONS : null);
		assertThat(client.service().log()).singleElement()
			.asString()
			.contains(terms.required("httpClient").asString() + ", connections: "
					+ (client.limited ? CONNECTIONS : "no limit") + ";");
	}

	/**
	 * Calls contain nothing that changes the backend's work: no offer to upgrade, no
	 * compression, no cookie, no connection per call.
	 */
	@ParameterizedTest
	@EnumSource
	void callsShouldBePlainAndOnKeptConnections(Client client) {
		Service service = client.service();
		service.port();
		BACKEND.answerWith(BackendAnswer.kept());
		for (int i = 0; i < 50; i++) {
			assertThat(service.get("/").status()).isEqualTo(200);
		}
		assertThat(BACKEND.requests()).isEqualTo(50);
		assertThat(BACKEND.connections()).isBetween(1, 3);
		BACKEND.assertPlain();
		drop(service);
	}

	@ParameterizedTest
	@EnumSource
	void callsWhenMoreThanConnectionsShouldWaitForOneWhereThereIsALimit(Client client) {
		Service service = client.service();
		service.port();
		List<CompletableFuture<Reply>> replies;
		int atOnce = client.limited ? CONNECTIONS : 6;
		try (Hold hold = BACKEND.hold(BackendAnswer.kept())) {
			replies = service.getAsync("/", 6);
			await().until(() -> service.ledger("requests/inFlight") == 6 && BACKEND.atOnce() == atOnce);
			assertThat(BACKEND.open()).isEqualTo(atOnce);
			assertThat(service.ledger("calls/backendConnectionsLeased")).isEqualTo(6);
		}
		Reply.assertOk(replies);
		assertThat(BACKEND.requests()).isEqualTo(6);
		assertThat(BACKEND.mostAtOnce()).isEqualTo(atOnce);
		drop(service);
	}

	/** Jetty's queue has no timeout: a queued call waits until the read timeout. */
	@Test
	void callWhenNoConnectionOfJettyBecomesFreeShouldBe504AndNoAttempt() {
		Service service = Client.JETTY.service();
		long attempts = service.ledger("calls/backendAttempts");
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = BACKEND.hold()) {
			replies = service.getAsync("/", CONNECTIONS + 1);
			assertThat(replies).allSatisfy((reply) -> ApiIT.assertProblem(reply.join(), 504, "read-timeout"));
		}
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + BACKEND.requests());
		drop(service);
	}

	/**
	 * The JDK's old client repeats a GET whose connection broke; therefore it is not the
	 * default.
	 */
	@ParameterizedTest
	@MethodSource("broken")
	void callWhenBackendIsBrokenShouldBe502AfterOneAttempt(Client client, BackendAnswer fault) {
		Service service = client.service();
		long attempts = service.ledger("calls/backendAttempts");
		BACKEND.answerWith(fault);
		ApiIT.assertProblem(service.get("/"), 502);
		assertThat(BACKEND.requests()).isBetween(1, (client == Client.SIMPLE) ? 2 : 1);
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 1);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendIsTooSlowShouldBe504(Client client) {
		BackendFailureIT.assertTooSlow(client.service(), BACKEND);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendIsDownShouldBe502AndACountedConnectFailure(Client client) throws IOException {
		BackendFailureIT.assertRefused(client.service(), BACKEND);
	}

	/**
	 * The JDK's old client throws the same exception for both timeouts; therefore it is
	 * not the default.
	 */
	@ParameterizedTest
	@EnumSource
	void callWhenBackendTakesNoConnectionShouldBe504(Client client) throws IOException {
		Service service = client.service();
		long failures = service.ledger("calls/connectFailures");
		drop(service);
		BACKEND.deafDuring(() -> {
			Reply reply = service.get("/");
			ApiIT.assertProblem(reply, 504);
			assertThat(reply.detail()).isEqualTo((client == Client.SIMPLE) ? "the backend did not answer in time"
					: "the backend took no connection in time");
		});
		assertThat(service.ledger("calls/connectFailures"))
			.isEqualTo((client == Client.SIMPLE) ? failures : failures + 1);
	}

	@ParameterizedTest
	@EnumSource
	void callWhenBackendSendsOneMegabyteShouldSucceed(Client client) {
		BackendFailureIT.assertReadsOneMegabyte(client.service(), BACKEND);
	}

	static Stream<Arguments> broken() {
		return Arrays.stream(Client.values())
			.flatMap((client) -> BackendFailureIT.BROKEN.stream().map((fault) -> Arguments.of(client, fault)));
	}

	/**
	 * Calls until no kept connection is left, because the next test would find it broken.
	 */
	private static void drop(Service service) {
		BACKEND.answerWith(BackendAnswer.ok());
		await().until(() -> service.get("/").status() == 200 && BACKEND.open() == 0);
	}

}
