package lab.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The counters of an app add up, and agree with those of the backend.
 */
class LedgerIT {

	@ParameterizedTest
	@EnumSource
	void ledgerShouldHoldTheAgreedCounters(App app) {
		JsonNode ledger = ledger(app);
		assertThat(ledger.propertyNames()).containsExactly("requests", "calls", "guard", "jvm");
		assertThat(ledger.required("requests").propertyNames()).containsExactly("received", "completed", "abandoned",
				"inFlight", "inFlightSeconds", "events", "servedBy", "answers");
		assertThat(ledger.required("calls").propertyNames()).containsExactly("backendAttempts", "connectFailures",
				"backendRetries", "backendFailures", "backendConnectionsLeased");
		assertThat(ledger.required("jvm").propertyNames()).containsExactly("heapUsedBytes", "gcPauseMillis",
				"fullCollections", "compileMillis");
		assertThat(ledger.requiredAt("/requests/answers").propertyNames()).containsExactly("ok", "client-error",
				"bulkhead-full", "breaker-open", "pool-full", "local-limit", "connect-timeout", "read-timeout",
				"connect-refused", "reset", "closed-early", "server-error", "unusable", "other-error");
		assertThat(ledger.requiredAt("/calls/backendFailures").propertyNames()).containsExactly("pool-full",
				"local-limit", "connect-timeout", "read-timeout", "connect-refused", "reset", "closed-early",
				"server-error", "unusable");
		assertThat(ledger.required("guard").toString())
			.isEqualTo("{\"breaker\":\"closed\",\"bulkheadMax\":150,\"bulkheadFree\":150}");
		assertThat(ledger.requiredAt("/requests/servedBy").propertyNames()).containsExactlyInAnyOrder("platform",
				"virtual", "event-loop");
		assertThat(ledger.requiredAt("/jvm/heapUsedBytes").asLong()).isBetween(1L, 512L << 20);
	}

	@Test
	void countersOfTheBackendShouldBeTheAgreedOnes() {
		JsonNode counters = Lab.BACKEND.management("/actuator/counters").json();
		assertThat(counters.propertyNames()).containsExactly("requests", "delays", "hitBy", "failedBy");
		assertThat(counters.required("requests").propertyNames()).containsExactly("received", "completed", "failed",
				"abandoned", "inFlight", "mostInFlight", "inFlightSeconds", "meanInFlight");
		assertThat(counters.required("delays").propertyNames()).containsExactly("drawnMillis", "givenMillis",
				"timerErrorMillis", "meanDrawnMillis", "meanGivenMillis");
		assertThat(counters.requiredAt("/delays/timerErrorMillis").propertyNames()).containsExactly("p50", "p99");
		for (String byKind : List.of("hitBy", "failedBy")) {
			assertThat(counters.required(byKind).propertyNames()).containsExactly("error", "hang", "reset", "outage");
		}
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhenRequestsAreAnsweredShouldCountThemAndTheirCalls(App app) {
		JsonNode before = ledger(app);
		long backendBefore = backendReceived();
		Service service = Lab.app(app);
		for (int i = 0; i < 10; i++) {
			service.get("/");
		}
		service.get("/fan-out?calls=5");
		service.get("/nothing-here");
		service.get("/sleep/never");
		await().untilAsserted(() -> {
			JsonNode after = ledger(app);
			assertThat(grown("/requests/received", before, after)).isEqualTo(13);
			assertThat(grown("/requests/completed", before, after)).isEqualTo(13);
			assertThat(grown("/requests/answers/ok", before, after)).isEqualTo(11);
			assertThat(grown("/requests/answers/client-error", before, after)).isEqualTo(2);
			assertThat(grown("/requests/abandoned", before, after)).isZero();
			assertThat(after.requiredAt("/requests/inFlight").asLong()).isZero();
			assertThat(grown("/calls/backendAttempts", before, after)).isEqualTo(15);
			assertThat(grown("/calls/connectFailures", before, after)).isZero();
		});
		assertThat(backendReceived() - backendBefore).isEqualTo(15);
	}

	@ParameterizedTest
	@EnumSource
	void ledgerShouldCountRequestsUnderTheKindOfThreadThatServes(App app) {
		Lab.app(app).get("/sleep/0");
		JsonNode ledger = ledger(app);
		JsonNode servedBy = ledger.requiredAt("/requests/servedBy");
		assertThat(servedBy.required(app.thread).asLong()).isEqualTo(ledger.requiredAt("/requests/received").asLong())
			.isPositive();
		servedBy.properties().forEach((kind) -> {
			if (!kind.getKey().equals(app.thread)) {
				assertThat(kind.getValue().asLong()).isZero();
			}
		});
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhileARequestWaitsShouldCountItInFlight(App app) {
		JsonNode before = ledger(app);
		CompletableFuture<Reply> reply;
		Lab.fault("hang");
		try {
			reply = Lab.app(app).getAsync("/");
			await().until(() -> ledger(app).requiredAt("/requests/inFlight").asLong() == 1);
		}
		finally {
			Lab.fault("none");
		}
		reply.join();
		await().until(() -> ledger(app).requiredAt("/requests/inFlight").asLong() == 0);
		assertThat(grown("/requests/completed", before, ledger(app))).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhileACallWaitsShouldCountItsAttemptAndItsConnection(App app) {
		Service service = Lab.impatient(app);
		long attempts = service.ledger("calls/backendAttempts");
		List<CompletableFuture<Reply>> replies;
		try (Hold hold = Lab.FAULTY.hold()) {
			replies = service.getAsync("/", 2);
			await().until(() -> Lab.FAULTY.atOnce() == 2);
			assertThat(service.ledger("calls/backendConnectionsLeased")).isEqualTo(2);
			assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 2);
		}
		replies.forEach(CompletableFuture::join);
		assertThat(service.ledger("calls/backendAttempts")).isEqualTo(attempts + 2);
		await().until(() -> service.ledger("calls/backendConnectionsLeased") == 0);
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhenAClientLeavesShouldCountItAsAbandoned(App app) throws IOException {
		JsonNode before = ledger(app);
		try (Connection connection = new Connection(Lab.app(app).port())) {
			connection.send("/sleep/300");
			await().until(() -> grown("/requests/received", before, ledger(app)) == 1);
			connection.reset();
		}
		await().untilAsserted(() -> {
			JsonNode after = ledger(app);
			assertThat(grown("/requests/abandoned", before, after)).isOne();
			assertThat(grown("/requests/completed", before, after)).isZero();
			assertThat(after.requiredAt("/requests/inFlight").asLong()).isZero();
		});
	}

	private static JsonNode ledger(App app) {
		return Lab.app(app).management("/actuator/ledger").json();
	}

	private static long backendReceived() {
		return Lab.BACKEND.management("/actuator/counters").json().requiredAt("/requests/received").asLong();
	}

	private static long grown(String counter, JsonNode before, JsonNode after) {
		return after.requiredAt(counter).asLong() - before.requiredAt(counter).asLong();
	}

}
