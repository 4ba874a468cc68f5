package lab.contract;

import java.time.Duration;
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
 * Management has a port and threads of its own, and answers however busy the app is.
 */
class ManagementIT {

	private static final int REQUESTS = 220;

	@ParameterizedTest
	@EnumSource
	void managementWhileMoreRequestsWaitThanThereAreThreadsShouldAnswer(App app) {
		Service service = Lab.app(app);
		long atOnce = (app.requestThreads != null) ? app.requestThreads : REQUESTS;
		long completed = service.ledger("requests/completed");
		List<CompletableFuture<Reply>> replies = IntStream.range(0, REQUESTS)
			.mapToObj((request) -> Reply.getAsync(service.port(), "/sleep/3000"))
			.toList();
		await().pollInterval(Duration.ofMillis(50)).until(() -> service.ledger("requests/inFlight") == atOnce);
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.management("/actuator/terms").status()).isEqualTo(200);
		assertThat(service.management("/actuator/metrics/jvm.threads.live").status()).isEqualTo(200);
		assertThat(service.ledger("requests/completed")).as("all of them were still waiting").isEqualTo(completed);
		assertThat(service.ledger("requests/inFlight")).isEqualTo(atOnce);
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
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
			assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		}
		finally {
			enough.set(true);
		}
		assertThat(users).allSatisfy(CompletableFuture::join);
	}

	@Test
	void managementWhileEveryEventLoopIsBlockedShouldAnswer() {
		Service service = Lab.app(App.WEBFLUX);
		long completed = service.ledger("requests/completed");
		int requests = 10 * service.management("/actuator/terms").json().requiredAt("/server/eventLoops").asInt();
		List<CompletableFuture<Reply>> replies = IntStream.range(0, requests)
			.mapToObj((request) -> Reply.getAsync(service.port(), "/synchronized/1000"))
			.toList();
		await().until(() -> service.ledger("requests/inFlight") >= requests / 10);
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.ledger("requests/completed")).as("most of them were still waiting")
			.isLessThan(completed + requests);
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
	}

	@Test
	void managementWhileBlockingCallsQueueForBoundedElasticShouldAnswer() {
		Service service = Lab.app(App.WEBFLUX);
		int requests = 30 * Runtime.getRuntime().availableProcessors();
		long completed = service.ledger("requests/completed");
		List<CompletableFuture<Reply>> replies = IntStream.range(0, requests)
			.mapToObj((request) -> Reply.getAsync(service.port(), "/blocking/bounded-elastic"))
			.toList();
		await().until(() -> service.ledger("requests/inFlight") >= requests / 2);
		assertThat(service.management("/actuator/health").json().required("status").asString()).isEqualTo("UP");
		assertThat(service.ledger("requests/completed")).as("most of them were still waiting")
			.isLessThan(completed + requests);
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.join().status()).isEqualTo(200));
	}

	@ParameterizedTest
	@EnumSource
	void metricsShouldKnowTheRequestsByTheirPattern(App app) {
		Lab.app(app).get("/sleep/0");
		// A meter may be counted a moment after the answer.
		await().untilAsserted(() -> {
			Reply reply = Lab.app(app).management("/actuator/metrics/http.server.requests?tag=uri:/sleep/%7Bmillis%7D");
			assertThat(reply.status()).isEqualTo(200);
		});
	}

	/** Each pool of connections to the backend has its library's own meters. */
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
		CompletableFuture<Reply> reply = Reply.getAsync(service.port(), "/sleep/1000");
		await().pollInterval(Duration.ofMillis(50)).until(() -> measured(service, "requests.in.flight") == 1);
		assertThat(reply.join().status()).isEqualTo(200);
		await().until(() -> measured(service, "requests.in.flight") == 0);
	}

	/** From JDK 24 on; before that the JVM does not tell. */
	@Test
	void metricsShouldShowTheCarriersWhereTheJvmTells() {
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
	void infoShouldTellOfTheProcess(App app) {
		Reply reply = Lab.app(app).management("/actuator/info");
		assertThat(reply.json().requiredAt("/process/cpus").asInt()).isPositive();
		assertThat(reply.json().requiredAt("/java/version").asString()).startsWith(Service.JAVA);
	}

	@Test
	void metricsWithTheProfileShouldShowTheBusyThreadsOfTomcat() {
		Service service = Service.start(App.TOMCAT_PLATFORM.toString(), "--spring.profiles.active=tomcat-metrics");
		try {
			Reply reply = service.management("/actuator/metrics/tomcat.threads.busy");
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.json().requiredAt("/measurements/0/value").asInt()).isNotNegative();
		}
		finally {
			service.stop();
		}
	}

}
