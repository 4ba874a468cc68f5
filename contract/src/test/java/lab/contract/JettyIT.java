package lab.contract;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The classes of tomcat-platform keep the contract on Jetty, without Tomcat on the class
 * path.
 */
class JettyIT {

	private static final Service PLATFORM = Service.startJar("jetty", Lab.backend(Lab.BACKEND.port()),
			"--server.jetty.threads.max=50");

	private static final Service VIRTUAL = Service.startJar("jetty", Lab.backend(Lab.BACKEND.port()),
			"--spring.threads.virtual.enabled=true", "--server.jetty.threads.max=10000");

	private static final Service ENDED = Service.startJar("jetty", Lab.backend(Lab.FAULTY.port()));

	@Test
	void callShouldBeServedByAPlatformThread() {
		assertThat(PLATFORM.get("/").json().toString())
			.isEqualTo("{\"servedBy\":\"jetty\",\"thread\":\"platform\",\"backendMillis\":" + Lab.LATENCY + "}");
	}

	@Test
	void callWhenThreadsAreVirtualShouldBeServedByOne() {
		assertThat(VIRTUAL.get("/").json().required("thread").asString()).isEqualTo("virtual");
	}

	@Test
	void failuresShouldBeProblemsAsOnTomcat() {
		assertThat(PLATFORM.get("/sleep/never").status()).isEqualTo(400);
		assertThat(PLATFORM.get("/nothing-here").json().required("status").asInt()).isEqualTo(404);
	}

	/** Jetty's acceptors and selectors use threads of the same pool. */
	@Test
	void termsShouldReportTheThreadsThatAreLeftForRequests() {
		assertThat(threads(PLATFORM)).isBetween(40, 49);
		assertThat(threads(VIRTUAL)).isBetween(9990, 9999);
		assertThat(PLATFORM.management("/actuator/terms").json().requiredAt("/keepAlive").asString())
			.isEqualTo("no cap on requests, idle for at most 60 s");
	}

	@Test
	void termsShouldServeTheListOfTheJar() {
		assertThat(PLATFORM.management("/actuator/terms").json().required("endpoints"))
			.isEqualTo(EndpointsIT.list("jetty"));
	}

	@Test
	void eventsShouldArriveInOrder() throws IOException {
		long events = VIRTUAL.ledger("requests/events");
		try (Subscriber subscriber = new Subscriber(VIRTUAL, "/events?count=3&every=10")) {
			assertThat(subscriber.rest()).extracting(Subscriber.Event::number).containsExactly(0, 1, 2);
		}
		assertThat(VIRTUAL.ledger("requests/events")).isEqualTo(events + 3);
	}

	@Test
	void ledgerShouldCountTheRequestsAndTheirCalls() {
		long received = VIRTUAL.ledger("requests/received");
		long calls = VIRTUAL.ledger("calls/backendAttempts");
		VIRTUAL.get("/");
		VIRTUAL.get("/sleep/1");
		await().untilAsserted(() -> {
			assertThat(VIRTUAL.ledger("requests/received") - received).isGreaterThanOrEqualTo(2);
			assertThat(VIRTUAL.ledger("calls/backendAttempts") - calls).isPositive();
			assertThat(VIRTUAL.ledger("requests/inFlight")).isZero();
		});
	}

	@Test
	void managementWhileEveryProcessorComputesShouldAnswer() {
		ManagementIT.assertAnswersWhileEveryProcessorComputes(VIRTUAL);
	}

	@Test
	void endShouldAnswerWhatComesOnKeptConnections() throws IOException {
		int port = ENDED.port();
		// The request under way keeps the app from ending before the next one.
		try (Hold hold = Lab.FAULTY.hold(); Connection kept = new Connection(port)) {
			assertThat(kept.get("/sleep/0")).endsWith("200");
			CompletableFuture<Reply> underWay = ENDED.getAsync("/");
			await().until(() -> Lab.FAULTY.atOnce() == 1);
			ENDED.terminate();
			await().until(() -> Connection.refuses(port));
			kept.assertOkUntilClosed();
			hold.close();
			assertThat(underWay.join().status()).isEqualTo(200);
			await().until(ENDED::ended);
		}
	}

	private static int threads(Service service) {
		return service.management("/actuator/terms").json().requiredAt("/limits/request-threads").asInt();
	}

}
