package lab.contract;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests every endpoint of the API on every app.
 */
class ApiIT {

	/** The event loop of the client completes the future of {@code /asynchronous}. */
	@ParameterizedTest
	@CsvSource({ "TOMCAT_PLATFORM, /, platform", "TOMCAT_VIRTUAL, /, virtual", "WEBFLUX, /, event-loop",
			"TOMCAT_PLATFORM, /guarded, platform", "TOMCAT_VIRTUAL, /guarded, virtual", "WEBFLUX, /guarded, event-loop",
			"TOMCAT_PLATFORM, /limited, platform", "TOMCAT_VIRTUAL, /limited, virtual",
			"TOMCAT_PLATFORM, /asynchronous, event-loop", "TOMCAT_VIRTUAL, /asynchronous, event-loop",
			"WEBFLUX, /blocking/event-loop, event-loop", "WEBFLUX, /blocking/bounded-elastic, platform",
			"WEBFLUX, /blocking/virtual-threads, virtual" })
	void callShouldReportWhoServedAndHowLongTheBackendTook(App app, String path, String thread) {
		Reply reply = Lab.app(app).get(path);
		assertServedOn(thread, reply, app, "backendMillis");
		assertThat(reply.json().required("backendMillis").asInt()).isBetween(Lab.LATENCY, Lab.LATENCY + 1000);
	}

	@ParameterizedTest
	@EnumSource
	void mixedShouldCallAndThenSum(App app) {
		Reply reply = Lab.app(app).get("/mixed/1000");
		assertServed(reply, app, "backendMillis", "n", "sum");
		assertThat(reply.json().required("backendMillis").asInt()).isBetween(Lab.LATENCY, Lab.LATENCY + 1000);
		assertThat(reply.json().required("sum").asLong()).isEqualTo(499_500);
	}

	@Test
	void mixedWhenHandedOverShouldSumOnAnotherThread() {
		Reply reply = Lab.app(App.WEBFLUX).get("/mixed/1000?on=parallel");
		assertServedOn("platform", reply, App.WEBFLUX, "backendMillis", "n", "sum");
	}

	@ParameterizedTest
	@MethodSource("styles")
	void fanOutShouldCallTheBackendInEachStyle(App app, String style) {
		Reply reply = Lab.app(app).get("/fan-out?calls=4&style=" + style);
		assertServed(reply, app, "style", "backendMillis");
		assertThat(reply.json().required("style").asString()).isEqualTo(style);
		assertThat(reply.json().required("backendMillis").valueStream().map(JsonNode::asInt)).hasSize(4)
			.allMatch((millis) -> millis >= Lab.LATENCY);
	}

	@ParameterizedTest
	@EnumSource
	void fanOutWithoutParametersShouldBeThreeInSequence(App app) {
		JsonNode json = Lab.app(app).get("/fan-out").json();
		assertThat(json.required("style").asString()).isEqualTo("sequential");
		assertThat(json.required("backendMillis")).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource
	void fanOutWhenStyleIsOfAnotherAppShouldListThoseItHas(App app) {
		String foreign = (app == App.WEBFLUX) ? "futures" : "reactive";
		Reply reply = Lab.app(app).get("/fan-out?style=" + foreign);
		assertProblem(reply, 400);
		assertThat(reply.detail())
			.isEqualTo("style must be one of " + String.join(", ", app.styles) + ", not '" + foreign + "'");
	}

	// 0 + 1 + ... + 999 is 500 pairs of 999
	@ParameterizedTest
	@EnumSource
	void computeShouldSum(App app) {
		Reply reply = Lab.app(app).get("/compute/1000");
		assertServed(reply, app, "n", "sum");
		assertThat(reply.json().required("n").asLong()).isEqualTo(1000);
		assertThat(reply.json().required("sum").asLong()).isEqualTo(499_500);
	}

	@ParameterizedTest
	@EnumSource
	void computeWhenAtTheLimitShouldSum(App app) {
		assertThat(Lab.app(app).get("/compute/100000000").json().required("sum").asLong())
			.isEqualTo(4_999_999_950_000_000L);
	}

	@ParameterizedTest
	@MethodSource("waits")
	void waitShouldTakeAtLeastAsLongAsAsked(App app, String path) {
		Lab.app(app).port();
		long start = System.nanoTime();
		Reply reply = Lab.app(app).get(path + "/120");
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(120_000_000);
		assertServed(reply, app, "sleptMillis");
		assertThat(reply.json().required("sleptMillis").asInt()).isEqualTo(120);
	}

	/** A query blocks a thread, so WebFlux runs it on a thread that may block. */
	@ParameterizedTest
	@EnumSource
	void databaseShouldReportWhoWaitedForTheQuery(App app) {
		Lab.app(app).port();
		long start = System.nanoTime();
		Reply reply = Lab.app(app).get("/database/120");
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(120_000_000);
		assertServedOn((app == App.WEBFLUX) ? "platform" : app.thread, reply, app, "queryMillis");
		assertThat(reply.json().required("queryMillis").asInt()).isEqualTo(120);
	}

	@ParameterizedTest
	@MethodSource("badNumbers")
	void anyWhenANumberIsBadShouldReportTheRange(App app, String path, String detail) {
		Reply reply = Lab.app(app).get(path);
		assertProblem(reply, 400);
		assertThat(reply.detail()).isEqualTo(detail);
	}

	@ParameterizedTest
	@EnumSource
	void anyWhenPathIsUnknownShouldBe404(App app) {
		assertProblem(Lab.app(app).get("/nothing-here"), 404);
	}

	@ParameterizedTest
	@EnumSource
	void anyWhenMethodIsNotGetShouldBe405(App app) {
		Reply reply = Reply.send("POST", Lab.app(app).port(), "/").join();
		assertProblem(reply, 405);
		assertThat(reply.allow()).isEqualTo("GET");
	}

	@ParameterizedTest
	@EnumSource
	void managementWhenAskedOnTheMainPortShouldBe404(App app) {
		assertProblem(Lab.app(app).get("/actuator/health"), 404);
	}

	static void assertProblem(Reply reply, int status) {
		assertThat(reply.status()).as("%s", reply).isEqualTo(status);
		assertThat(reply.contentType()).isEqualTo("application/problem+json");
		assertThat(reply.json().required("status").asInt()).isEqualTo(status);
		assertThat(reply.json().toString()).doesNotContain("Exception").doesNotContain("\tat ");
	}

	static void assertProblem(Reply reply, int status, String cause) {
		assertProblem(reply, status);
		assertThat(reply.json().required("type").asString()).isEqualTo("urn:lab:problem:" + cause);
		assertThat(reply.retryAfter()).isEqualTo((status == 503) ? "1" : "");
	}

	private static void assertServed(Reply reply, App app, String... fields) {
		assertServedOn(app.thread, reply, app, fields);
	}

	private static void assertServedOn(String thread, Reply reply, App app, String... fields) {
		assertThat(reply.status()).as("%s", reply).isEqualTo(200);
		assertThat(reply.contentType()).isEqualTo("application/json");
		assertThat(reply.json().required("servedBy").asString()).isEqualTo(app.toString());
		assertThat(reply.json().required("thread").asString()).isEqualTo(thread);
		assertThat(reply.json().propertyNames())
			.containsExactlyElementsOf(Stream.concat(Stream.of("servedBy", "thread"), Arrays.stream(fields)).toList());
	}

	static Stream<Arguments> styles() {
		return Arrays.stream(App.values())
			.flatMap((app) -> app.styles.stream().map((style) -> Arguments.of(app, style)));
	}

	static Stream<Arguments> waits() {
		return Arrays.stream(App.values())
			.flatMap((app) -> Stream.of("/sleep", "/synchronized").map((path) -> Arguments.of(app, path)));
	}

	static Stream<Arguments> badNumbers() {
		List<List<String>> bad = List.of(
				List.of("/fan-out?calls=0", "calls must be a whole number from 1 to 20, not '0'"),
				List.of("/fan-out?calls=21", "calls must be a whole number from 1 to 20, not '21'"),
				List.of("/compute/100000001", "n must be a whole number from 0 to 100000000, not '100000001'"),
				List.of("/mixed/-1", "n must be a whole number from 0 to 100000000, not '-1'"),
				List.of("/compute/1.5", "n must be a whole number from 0 to 100000000, not '1.5'"),
				List.of("/sleep/-1", "millis must be a whole number from 0 to 60000, not '-1'"),
				List.of("/sleep/soon", "millis must be a whole number from 0 to 60000, not 'soon'"),
				List.of("/database/60001", "millis must be a whole number from 0 to 60000, not '60001'"),
				List.of("/synchronized/60001", "millis must be a whole number from 0 to 60000, not '60001'"),
				List.of("/events?count=0", "count must be a whole number from 1 to 1000000, not '0'"),
				List.of("/events?count=1000001", "count must be a whole number from 1 to 1000000, not '1000001'"),
				List.of("/events?every=0", "every must be a whole number from 1 to 60000, not '0'"),
				List.of("/events?every=60001", "every must be a whole number from 1 to 60000, not '60001'"),
				List.of("/events?count=1&every=0.5", "every must be a whole number from 1 to 60000, not '0.5'"));
		return Arrays.stream(App.values())
			.flatMap((app) -> bad.stream().map((row) -> Arguments.of(app, row.get(0), row.get(1))));
	}

}
