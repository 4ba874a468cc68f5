package lab.harness.model.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.wire.Endpoint;
import lab.wire.Limit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Target} by the lists of the shipped services.
 */
class TargetTests {

	static Stream<Arguments> endpoints() {
		return Arrays.stream(App.values())
			.flatMap((app) -> ShippedEndpoints.of(app).stream().map((endpoint) -> Arguments.of(app, endpoint)));
	}

	@ParameterizedTest
	@MethodSource("endpoints")
	void ofWhenThereIsAQueryShouldBeTheSameEndpoint(App app, Endpoint endpoint) {
		String path = endpoint.path().replaceFirst("\\?.*", "").replaceFirst("\\{\\w+}", "50");
		Target without = target(app, path);
		Target with = target(app, path + "?x=1");
		assertThat(endpoint(without)).isEqualTo(endpoint);
		assertThat(endpoint(with)).isEqualTo(endpoint);
		assertThat(with.hasCeiling()).isEqualTo(without.hasCeiling());
		assertThat(with.ownWait()).isEqualTo(without.ownWait());
		assertThat(with.calls()).isEqualTo(without.calls()).isEqualTo(endpoint.calls());
		assertThat(with.callsBackend()).isEqualTo(endpoint.calls() > 0);
	}

	@ParameterizedTest
	@CsvSource({ "TOMCAT_PLATFORM, /, REQUEST_THREADS", "TOMCAT_PLATFORM, /asynchronous,",
			"TOMCAT_PLATFORM, /asynchronous?x=1,", "TOMCAT_VIRTUAL, /database/50, REQUEST_THREADS",
			"JETTY, /sleep/50?x=1, REQUEST_THREADS", "JETTY, /events?every=50, REQUEST_THREADS",
			"TOMCAT_VIRTUAL, /events, REQUEST_THREADS", "WEBFLUX, /events?count=5&every=50,", "COROUTINES, /,",
			"R2DBC, /database/50,", "WEBFLUX, /,", "WEBFLUX, /blocking/event-loop, EVENT_LOOPS",
			"WEBFLUX, /blocking/event-loop?x=1, EVENT_LOOPS", "WEBFLUX, /blocking/bounded-elastic, BOUNDED_ELASTIC",
			"WEBFLUX, /blocking/bounded-elastic?x=1, BOUNDED_ELASTIC", "WEBFLUX, /blocking/virtual-threads,",
			"WEBFLUX, /database/50, BOUNDED_ELASTIC", "WEBFLUX, /database/50?x=1, BOUNDED_ELASTIC" })
	void threadsShouldBeThoseThatHoldARequestWhileItWaits(App app, String path, @Nullable Limit threads) {
		List<Limit> held = endpoint(target(app, path)).limits()
			.stream()
			.filter((limit) -> limit.kind() == Limit.Kind.THREADS)
			.toList();
		assertThat(held).isEqualTo((threads != null) ? List.of(threads) : List.of());
	}

	@ParameterizedTest
	@CsvSource({ "/, 1, false", "/fan-out, 3, false", "/fan-out?calls=5, 5, false",
			"/fan-out?calls=5&style=sequential, 5, false", "/fan-out?style=reactive, 3, true",
			"/fan-out?style=futures&calls=20, 20, true", "/?calls=5, 1, false", "/fan-out?recalls=5, 3, false" })
	void callsShouldBeThoseOfTheQuery(String path, int calls, boolean atOnce) {
		Target target = target(App.TOMCAT_VIRTUAL, path);
		assertThat(target.calls()).isEqualTo(calls);
		assertThat(target.callsAtOnce()).isEqualTo(atOnce);
	}

	@ParameterizedTest
	@CsvSource({ "/database/50, 50", "/database/050, 50", "/sleep/1000?x=1, 1000", "/synchronized/20, 20" })
	void ownWaitWhenThePathSaysItShouldBeFixed(String path, double millis) {
		Target target = target(App.WEBFLUX, path);
		assertThat(target.hasCeiling()).isTrue();
		assertThat(target.callsBackend()).isFalse();
		assertThat(target.ownWait()).isEqualTo(DelayDistribution.parse("fixed %.0fms".formatted(millis)));
	}

	@ParameterizedTest
	@CsvSource({ "/, true", "/sleep/0, false", "/database/0, false", "/compute/50, false", "/fan-out?calls=1, false",
			"/mixed/50, true", "/guarded, true", "/events, false", "/events?count=1&every=50, false" })
	void hasCeilingShouldTellWhetherARequestWaitsOnce(String path, boolean ceiling) {
		assertThat(target(App.WEBFLUX, path).ownWait()).isNull();
		assertThat(target(App.WEBFLUX, path).hasCeiling()).isEqualTo(ceiling);
	}

	@Test
	void onlyComputesShouldLeaveOutWhatWaitsFirst() {
		assertThat(target(App.JETTY, "/compute/50").onlyComputes()).isTrue();
		assertThat(target(App.JETTY, "/mixed/50").onlyComputes()).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "/, /?x=1, true, true, true, ", "/sleep/50, /sleep/050, true, true, false, 50",
			"/compute/50, /compute/7, true, false, false, ", "/, /sleep/50, false, false, true, ",
			"/sleep/50, /sleep/51, false, false, false, ", "/, /fan-out?calls=1, false, false, true, ",
			"/, /guarded, false, false, true, " })
	void ofSeveralPathsShouldHaveACeilingOnlyIfAllWaitAlike(String first, String second, boolean uniform,
			boolean ceiling, boolean callsBackend, @Nullable Integer ownWait) {
		Target target = Target.of(ShippedEndpoints.of(App.TOMCAT_PLATFORM),
				new Request(new Paths(Map.of(first, 1, second, 2)), Request.Method.GET, Map.of(), null, null));
		assertThat(target.isUniform()).isEqualTo(uniform);
		assertThat(target.hasCeiling()).isEqualTo(ceiling);
		assertThat(target.callsBackend()).isEqualTo(callsBackend);
		assertThat(target.ownWait())
			.isEqualTo((ownWait != null) ? DelayDistribution.parse("fixed " + ownWait + "ms") : null);
	}

	@Test
	void ofWhenTheMethodIsNotGetShouldSaySo() {
		Request post = new Request(Paths.of("/"), Request.Method.POST, Map.of(), null, null);
		List<Endpoint> endpoints = ShippedEndpoints.of(App.WEBFLUX);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> Target.of(endpoints, post))
			.withMessage("the endpoints of the app take GET only")
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("method"));
	}

	@ParameterizedTest
	@CsvSource({ "TOMCAT_VIRTUAL, /blocking/event-loop", "WEBFLUX, /asynchronous", "WEBFLUX, /sleep",
			"WEBFLUX, /sleep/50/", "WEBFLUX, /sleeps/50" })
	void ofWhenTheAppHasNoSuchEndpointShouldListThoseItHas(App app, String path) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> target(app, path))
			.withMessageStartingWith("the app has no endpoint '" + path + "'; accepted: /, /guarded, ")
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("path"));
	}

	private static Endpoint endpoint(Target target) {
		return target.asked().getFirst().endpoint();
	}

	private static Target target(App app, String path) {
		return Target.of(ShippedEndpoints.of(app), Request.get(path));
	}

}
