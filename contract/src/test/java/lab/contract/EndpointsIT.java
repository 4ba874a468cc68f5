package lab.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The list of endpoints in each jar says what the app does.
 */
class EndpointsIT {

	/**
	 * More requests than any limit of the impatient apps, but for the request threads.
	 */
	private static final int CROWD = 30;

	static Stream<Arguments> endpoints() {
		return where((endpoint) -> true);
	}

	/** On blocked event loops, which accept no connections, {@link BlockingIT} counts. */
	static Stream<Arguments> endpointsThatWaitForTheBackend() {
		return where((endpoint) -> endpoint.required("waitsFor").asString().equals("backend")
				&& !endpoint.required("limits").toString().contains("event-loops"));
	}

	static Stream<Arguments> endpointsThatSleep() {
		return where((endpoint) -> endpoint.required("waitsFor").asString().equals("sleep"));
	}

	private static Stream<Arguments> where(Predicate<JsonNode> condition) {
		return Arrays.stream(App.values())
			.flatMap((app) -> list(app).valueStream()
				.filter(condition)
				.map((endpoint) -> Arguments.of(app, Named.of(path(endpoint), endpoint))));
	}

	@ParameterizedTest
	@EnumSource
	void listShouldHaveTheAgreedFieldsAndWords(App app) {
		assertThat(list(app).valueStream()).allSatisfy((endpoint) -> {
			assertThat(endpoint.propertyNames()).containsExactly("path", "waitsFor", "limits", "calls", "computes");
			assertThat(endpoint.required("waitsFor").asString()).isIn("backend", "database", "sleep", "nothing");
			assertThat(endpoint.required("limits").valueStream().map(JsonNode::asString)).isSubsetOf("request-threads",
					"event-loops", "bounded-elastic", "pinned-carriers", "backend-connections", "database-connections",
					"bulkhead", "concurrency-limit");
		});
	}

	@ParameterizedTest
	@EnumSource
	void termsShouldServeTheListOfTheJar(App app) {
		assertThat(terms(Lab.app(app)).required("endpoints")).isEqualTo(list(app));
	}

	@ParameterizedTest
	@MethodSource("endpoints")
	void requestShouldMakeTheCallsOfTheList(App app, JsonNode endpoint) {
		Service service = Lab.app(app);
		long before = service.ledger("calls/backendAttempts");
		assertThat(service.get(path(endpoint)).status()).isEqualTo(200);
		assertThat(service.ledger("calls/backendAttempts") - before).isEqualTo(endpoint.required("calls").asLong());
		assertThat(endpoint.required("calls").asInt() > 0)
			.isEqualTo(endpoint.required("waitsFor").asString().equals("backend"));
	}

	@ParameterizedTest
	@MethodSource("endpoints")
	void callsShouldBeThoseOfTheQueryWhereTheListHasThem(App app, JsonNode endpoint) {
		boolean several = endpoint.required("path").asString().contains("{calls}");
		long calls = several ? 5 : endpoint.required("calls").asLong();
		Service service = Lab.app(app);
		long before = service.ledger("calls/backendAttempts");
		String path = path(endpoint);
		assertThat(service.get(path + (path.contains("?") ? "&" : "?") + "calls=5").status()).isEqualTo(200);
		assertThat(service.ledger("calls/backendAttempts") - before).isEqualTo(calls);
	}

	/** {@link DatabaseIT} counts those that wait for the database. */
	@ParameterizedTest
	@MethodSource("endpointsThatWaitForTheBackend")
	void requestsThatWaitForTheBackendShouldBeAsManyAsTheLimitsAllow(App app, JsonNode endpoint) {
		Service service = Guards.settled(app);
		int most = most(service, endpoint);
		List<CompletableFuture<Reply>> crowd;
		try (Hold hold = Lab.FAULTY.hold()) {
			crowd = service.getAsync(path(endpoint), CROWD);
			await().during(Duration.ofMillis(200)).until(() -> Lab.FAULTY.atOnce() == most);
		}
		crowd.forEach(CompletableFuture::join);
	}

	@ParameterizedTest
	@MethodSource("endpointsThatSleep")
	void requestsThatSleepShouldBeAsManyAsTheLimitsAllow(App app, JsonNode endpoint) throws IOException {
		Service service = Lab.app(app);
		int most = most(service, endpoint);
		try (Crowd crowd = new Crowd(service, Math.min(CROWD, 3 * most))) {
			crowd.send(endpoint.required("path")
				.asString()
				.replace("{millis}", "300")
				.replace("{count}", "2")
				.replace("{every}", "300"));
			await().until(() -> service.ledger("requests/inFlight") == most);
			crowd.assertOk();
		}
		await().until(() -> service.ledger("requests/inFlight") == 0);
	}

	/** The smallest limit, or all of the crowd where there is none. */
	private static int most(Service service, JsonNode endpoint) {
		JsonNode numbers = terms(service).required("limits");
		return endpoint.required("limits")
			.valueStream()
			.map((limit) -> numbers.required(limit.asString()))
			.filter((number) -> !number.isNull())
			.mapToInt(JsonNode::asInt)
			.reduce(CROWD, Math::min);
	}

	/** A request of the endpoint, without the query unless it says how many events. */
	static String path(JsonNode endpoint) {
		String path = endpoint.required("path").asString();
		return path.contains("{count}") ? path.replace("{count}", "1").replace("{every}", "1")
				: path.replaceFirst("\\?.*", "").replaceFirst("\\{\\w+}", "10");
	}

	private static JsonNode terms(Service service) {
		return service.management("/actuator/terms").json();
	}

	private static JsonNode list(App app) {
		return list(app.toString());
	}

	/** The list in the jar of a module. */
	static JsonNode list(String module) {
		Path jar = Path.of("..", module, "target", module + ".jar");
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			return new JsonMapper().readTree(zip.getInputStream(zip.getEntry("BOOT-INF/classes/endpoints.json")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
