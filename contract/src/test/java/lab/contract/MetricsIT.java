package lab.contract;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Sends every query of the dashboard to the Prometheus of the compose file under load,
 * and prints the results. Grafana itself is not started.
 */
@NeedsImages
class MetricsIT {

	private static final Path DASHBOARD = Path.of("..", "docker", "grafana", "dashboards", "lab.json");

	private static final int PROMETHEUS = 9090;

	private static final Map<String, Integer> PORTS = Map.of("tomcat-platform", 8081, "tomcat-virtual", 8082, "webflux",
			8083, "tomcat-platform-500", 8084);

	private static final int USERS = 20;

	/** The first JDK that reports the scheduler of virtual threads. */
	private static final int SCHEDULER_SINCE = 24;

	/** A rate over 30 s needs two scrapes, and a pause needs a collection. */
	private static final Duration LONGEST = Duration.ofSeconds(60);

	private static final AtomicBoolean ENOUGH = new AtomicBoolean();

	private static List<CompletableFuture<Void>> users = List.of();

	@BeforeAll
	static void startPrometheusAndLoad() {
		Composition.LAB.succeed(Map.of(), "up", "-d", "--no-deps", "prometheus");
		users = Composition.APPS.stream()
			.flatMap((app) -> IntStream.range(0, USERS)
				.mapToObj((user) -> user(app, (user % 4 == 0) ? "/guarded" : "/")))
			.toList();
		await().atMost(LONGEST).ignoreExceptions().until(() -> !query("up").isEmpty());
	}

	private static CompletableFuture<Void> user(String app, String path) {
		return CompletableFuture.runAsync(() -> {
			while (!ENOUGH.get()) {
				Reply.get(Objects.requireNonNull(PORTS.get(app)), path);
			}
		}, Thread::startVirtualThread);
	}

	@AfterAll
	static void stop() {
		ENOUGH.set(true);
		users.forEach(CompletableFuture::join);
		Composition.LAB.succeed(Map.of(), "rm", "--stop", "--force", "--volumes", "prometheus");
	}

	@Test
	void prometheusShouldReachEveryService() {
		await().atMost(LONGEST)
			.untilAsserted(() -> assertThat(query("up")).containsOnlyKeys(Composition.SERVICES)
				.allSatisfy((service, value) -> assertThat(value).isOne()));
	}

	@Test
	void throughputAndRequestsInFlightShouldBeThoseOfTheLoad() {
		await().atMost(LONGEST).untilAsserted(() -> {
			assertThat(query(panel("Throughput"))).containsOnlyKeys(Composition.APPS)
				.allSatisfy((app, value) -> assertThat(value).isPositive());
			assertThat(query(panel("Requests in flight"))).containsOnlyKeys(Composition.APPS)
				.allSatisfy((app, value) -> assertThat(value).isBetween(1.0, (double) USERS));
		});
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("queries")
	void queryShouldReturnASampleOfEveryAppWhoseJvmReportsIt(Query query) {
		if (query.expression().contains("virtual_threads")
				&& Runtime.Version.parse(Service.JAVA).feature() < SCHEDULER_SINCE) {
			await().atMost(LONGEST).until(() -> query("up").keySet().containsAll(Composition.APPS));
			assertThat(query(query.expression())).isEmpty();
			return;
		}
		Map<String, Double> samples = await().atMost(LONGEST)
			.until(() -> query(query.expression()), (found) -> complete(query, found));
		System.out.println(query.panel() + ": " + query.expression() + " -> " + samples);
	}

	private static boolean complete(Query query, Map<String, Double> samples) {
		List<String> services = query.expression().contains("backend_in")
				|| query.expression().contains("backend_given") ? List.of("slow-backend") : Composition.APPS;
		return services.stream().allMatch((service) -> Double.isFinite(samples.getOrDefault(service, Double.NaN)));
	}

	static List<Query> queries() {
		return JsonMapper.shared()
			.readTree(DASHBOARD.toFile())
			.path("panels")
			.valueStream()
			.flatMap((panel) -> panel.path("targets")
				.valueStream()
				.map((target) -> new Query(panel.path("title").stringValue(), target.path("expr").stringValue())))
			.toList();
	}

	/** Returns the first query of a panel. */
	private static String panel(String title) {
		return queries().stream().filter((query) -> query.panel().equals(title)).findFirst().orElseThrow().expression();
	}

	/** Returns the latest sample of each service. */
	private static Map<String, Double> query(String expression) {
		Reply reply = Reply.get(PROMETHEUS,
				"/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
		assertThat(reply.status()).as("%s", reply.json()).isEqualTo(200);
		Map<String, Double> samples = new TreeMap<>();
		for (JsonNode sample : reply.json().required("data").required("result")) {
			samples.put(sample.path("metric").path("job").asString(),
					Double.parseDouble(sample.path("value").path(1).stringValue()));
		}
		return samples;
	}

	/**
	 * A query of a panel.
	 *
	 * @param panel the title of the panel
	 * @param expression the query in PromQL
	 */
	record Query(String panel, String expression) {
	}

}
