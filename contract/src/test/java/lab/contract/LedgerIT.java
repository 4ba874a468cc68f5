package lab.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The ledger adds up, and agrees with the backend's.
 */
class LedgerIT {

	@ParameterizedTest
	@EnumSource
	void ledgerShouldHoldTheAgreedCounters(App app) {
		JsonNode ledger = ledger(app);
		assertThat(ledger.propertyNames()).containsExactly("received", "completed", "abandoned", "inFlight", "servedBy",
				"answers", "backendAttempts", "connectFailures", "backendRetries", "backendFailures",
				"backendConnectionsLeased", "guard", "heapUsedBytes", "gcPauseMillis", "fullCollections",
				"compileMillis");
		assertThat(ledger.required("answers").propertyNames()).containsExactly("ok", "client-error", "bulkhead-full",
				"breaker-open", "pool-full", "local-limit", "connect-timeout", "read-timeout", "connect-refused",
				"reset", "closed-early", "server-error", "unusable", "other-error");
		assertThat(ledger.required("backendFailures").propertyNames()).containsExactly("pool-full", "local-limit",
				"connect-timeout", "read-timeout", "connect-refused", "reset", "closed-early", "server-error",
				"unusable");
		assertThat(ledger.required("guard").toString())
			.isEqualTo("{\"breaker\":\"closed\",\"bulkheadMax\":150,\"bulkheadFree\":150}");
		assertThat(ledger.required("servedBy").propertyNames()).containsExactlyInAnyOrder("platform", "virtual",
				"event-loop");
		assertThat(ledger.required("heapUsedBytes").asLong()).isBetween(1L, 512L << 20);
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
			assertThat(grown("received", before, after)).isEqualTo(13);
			assertThat(grown("completed", before, after)).isEqualTo(13);
			assertThat(grown("ok", before.required("answers"), after.required("answers"))).isEqualTo(11);
			assertThat(grown("client-error", before.required("answers"), after.required("answers"))).isEqualTo(2);
			assertThat(grown("abandoned", before, after)).isZero();
			assertThat(after.required("inFlight").asLong()).isZero();
			assertThat(grown("backendAttempts", before, after)).isEqualTo(15);
			assertThat(grown("connectFailures", before, after)).isZero();
		});
		assertThat(backendReceived() - backendBefore).isEqualTo(15);
	}

	@ParameterizedTest
	@EnumSource
	void ledgerShouldCountRequestsUnderTheKindOfThreadThatServes(App app) {
		Lab.app(app).get("/sleep/0");
		JsonNode ledger = ledger(app);
		JsonNode servedBy = ledger.required("servedBy");
		assertThat(servedBy.required(app.thread).asLong()).isEqualTo(ledger.required("received").asLong()).isPositive();
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
		var reply = Reply.getAsync(Lab.app(app).port(), "/sleep/700");
		await().pollInterval(Duration.ofMillis(20)).until(() -> ledger(app).required("inFlight").asLong() == 1);
		reply.join();
		await().until(() -> ledger(app).required("inFlight").asLong() == 0);
		assertThat(grown("completed", before, ledger(app))).isOne();
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhileACallWaitsShouldCountItsConnection(App app) {
		Service service = Lab.impatient(app);
		service.port();
		CountDownLatch latch = new CountDownLatch(1);
		Lab.FAULTY.will(Fault.held(latch));
		var replies = List.of(Reply.getAsync(service.port(), "/"), Reply.getAsync(service.port(), "/"));
		try {
			await().until(() -> Lab.FAULTY.atOnce() == 2);
			assertThat(service.ledger("backendConnectionsLeased")).isEqualTo(2);
		}
		finally {
			latch.countDown();
		}
		replies.forEach(CompletableFuture::join);
		await().until(() -> service.ledger("backendConnectionsLeased") == 0);
	}

	@ParameterizedTest
	@EnumSource
	void ledgerWhenAClientLeavesShouldCountItAsAbandoned(App app) throws IOException {
		JsonNode before = ledger(app);
		try (Connection connection = new Connection(Lab.app(app).port())) {
			connection.send("/sleep/300");
			await().until(() -> grown("received", before, ledger(app)) == 1);
			connection.reset();
		}
		await().untilAsserted(() -> {
			JsonNode after = ledger(app);
			assertThat(grown("abandoned", before, after)).isOne();
			assertThat(grown("completed", before, after)).isZero();
			assertThat(after.required("inFlight").asLong()).isZero();
		});
	}

	private static JsonNode ledger(App app) {
		return Lab.app(app).management("/actuator/ledger").json();
	}

	private static long backendReceived() {
		return Lab.BACKEND.management("/actuator/counters").json().required("received").asLong();
	}

	private static long grown(String counter, JsonNode before, JsonNode after) {
		return after.required(counter).asLong() - before.required(counter).asLong();
	}

}
