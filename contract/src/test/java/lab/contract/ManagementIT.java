package lab.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Management has its own port and threads, and answers however busy the app is.
 */
class ManagementIT {

	/** More than Tomcat has threads. */
	private static final int REQUESTS = 220;

	@ParameterizedTest
	@EnumSource
	void managementWhileMoreRequestsWaitThanThereAreThreadsShouldAnswer(App app) {
		Service service = Lab.app(app);
		int inFlight = (app.requestThreads != null) ? app.requestThreads : REQUESTS;
		whileBackendHangs(service, "/", REQUESTS, inFlight, () -> {
			assertUp(service);
			assertThat(service.management("/actuator/terms").status()).isEqualTo(200);
			assertThat(service.management("/actuator/metrics/jvm.threads.live").status()).isEqualTo(200);
			assertThat(service.ledger("requests/inFlight")).isEqualTo(inFlight);
		});
	}

	@ParameterizedTest
	@EnumSource
	void managementWhileEveryProcessorComputesShouldAnswer(App app) {
		assertAnswersWhileEveryProcessorComputes(Lab.app(app));
	}

	static void assertAnswersWhileEveryProcessorComputes(Service service) {
		long completed = service.ledger("requests/completed");
		AtomicBoolean enough = new AtomicBoolean();
		List<CompletableFuture<Void>> users = IntStream.range(0, 10 * Runtime.getRuntime().availableProcessors())
			.mapToObj((user) -> CompletableFuture.runAsync(() -> {
				while (!enough.get()) {
					service.get("/compute/3000000");
				}
			}, Thread::startVirtualThread))
			.toList();
		try {
			await().until(() -> service.ledger("requests/completed") > completed + 2 * users.size());
			assertUp(service);
		}
		finally {
			enough.set(true);
		}
		assertThat(users).allSatisfy(CompletableFuture::join);
	}

	@Test
	void managementWhileEveryEventLoopIsBlockedShouldAnswer() throws IOException {
		Service service = Lab.app(App.WEBFLUX);
		int eventLoops = service.management("/actuator/terms").json().requiredAt("/limits/event-loops").asInt();
		try (Crowd crowd = new Crowd(service, 3 * eventLoops)) {
			Lab.fault("hang");
			crowd.send("/blocking/event-loop");
			await().until(() -> service.ledger("requests/inFlight") == eventLoops);
			assertUp(service);
			Lab.fault("none");
			crowd.assertOk();
		}
		finally {
			Lab.fault("none");
		}
	}

	@Test
	void managementWhileBlockingCallsQueueForBoundedElasticShouldAnswer() {
		Service service = Lab.app(App.WEBFLUX);
		int requests = 30 * Runtime.getRuntime().availableProcessors();
		whileBackendHangs(service, "/blocking/bounded-elastic", requests, requests, () -> assertUp(service));
	}

	@ParameterizedTest
	@EnumSource
	void metricsShouldCountTheRequestsByTheirPattern(App app) {
		Lab.app(app).get("/sleep/0");
		// A meter may change a moment after the answer.
		await().untilAsserted(() -> {
			Reply reply = Lab.app(app).management("/actuator/metrics/http.server.requests?tag=uri:/sleep/%7Bmillis%7D");
			assertThat(reply.status()).isEqualTo(200);
		});
	}

	/** Each pool of connections to the backend has the meters of its library. */
	@ParameterizedTest
	@EnumSource
	void metricsShouldShowThePoolOfConnections(App app) {
		Lab.app(app).get("/");
		String meter = (app == App.WEBFLUX) ? "reactor.netty.connection.provider.total.connections?tag=name:backend"
				: "httpcomponents.httpclient.pool.total.connections?tag=httpclient:backend";
		Reply reply = Lab.app(app).management("/actuator/metrics/" + meter);
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.json().requiredAt("/measurements/0/value").asInt()).isPositive();
	}

	@ParameterizedTest
	@EnumSource
	void metricsShouldShowTheRequestsInFlight(App app) {
		Service service = Lab.app(app);
		whileBackendHangs(service, "/", 1, 1, () -> assertThat(measured(service, "requests.in.flight")).isOne());
		await().until(() -> measured(service, "requests.in.flight") == 0);
	}

	/** Before JDK 24 the JVM does not report its carriers. */
	@Test
	void metricsShouldShowTheCarriersIfTheJvmReportsThem() {
		Service service = Lab.app(App.TOMCAT_VIRTUAL);
		service.get("/");
		if (Runtime.Version.parse(Service.JAVA).feature() >= 24) {
			assertThat(measured(service, "virtual.threads.carriers")).isPositive();
		}
		else {
			assertThat(service.management("/actuator/metrics/virtual.threads.carriers").status()).isEqualTo(404);
		}
	}

	private static double measured(Service service, String meter) {
		return service.management("/actuator/metrics/" + meter).json().requiredAt("/measurements/0/value").asDouble();
	}

	@ParameterizedTest
	@EnumSource
	void infoShouldDescribeTheProcess(App app) {
		Reply reply = Lab.app(app).management("/actuator/info");
		assertThat(reply.json().requiredAt("/process/cpus").asInt()).isPositive();
		assertThat(reply.json().requiredAt("/java/version").asString()).startsWith(Service.JAVA);
	}

	/** The impatient apps run with the profile. */
	@Test
	void metricsWithTheProfileShouldShowTheBusyThreadsOfTomcat() {
		Service service = Lab.impatient(App.TOMCAT_PLATFORM);
		assertThat(service.management("/actuator/metrics/tomcat.threads.busy").status()).isEqualTo(200);
		assertThat(measured(service, "tomcat.threads.busy")).isNotNegative();
	}

	/**
	 * Sends requests that wait for the real backend, and ends their wait after the
	 * assertions.
	 * @param inFlight the number of requests that the app takes at once
	 */
	private static void whileBackendHangs(Service service, String path, int requests, int inFlight,
			Runnable assertions) {
		// An answer is counted a moment after its client has it.
		await().until(() -> service.ledger("requests/inFlight") == 0);
		long completed = service.ledger("requests/completed");
		List<CompletableFuture<Reply>> replies;
		Lab.fault("hang");
		try {
			replies = service.getAsync(path, requests);
			await().until(() -> service.ledger("requests/inFlight") == inFlight);
			assertions.run();
			assertThat(service.ledger("requests/completed")).as("all of them were still waiting").isEqualTo(completed);
		}
		finally {
			Lab.fault("none");
		}
		Reply.assertOk(replies);
	}

	private static void assertUp(Service service) {
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
	}

}
