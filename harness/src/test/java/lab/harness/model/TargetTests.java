package lab.harness.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

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
		assertThat(without.endpoint()).isEqualTo(endpoint);
		assertThat(with.endpoint()).isEqualTo(endpoint);
		assertThat(with.hasCeiling()).isEqualTo(without.hasCeiling());
		assertThat(with.ownWait()).isEqualTo(without.ownWait());
		assertThat(with.calls()).isEqualTo(without.calls()).isEqualTo(endpoint.calls());
		assertThat(with.callsBackend()).isEqualTo(endpoint.calls() > 0);
	}

	@ParameterizedTest
	@CsvSource({ "TOMCAT_PLATFORM, /, REQUEST_THREADS", "TOMCAT_PLATFORM, /asynchronous,",
			"TOMCAT_PLATFORM, /asynchronous?x=1,", "TOMCAT_VIRTUAL, /database/50, REQUEST_THREADS",
			"JETTY, /sleep/50?x=1, REQUEST_THREADS", "COROUTINES, /,", "R2DBC, /database/50,", "WEBFLUX, /,",
			"WEBFLUX, /blocking/event-loop, EVENT_LOOPS", "WEBFLUX, /blocking/event-loop?x=1, EVENT_LOOPS",
			"WEBFLUX, /blocking/bounded-elastic, BOUNDED_ELASTIC",
			"WEBFLUX, /blocking/bounded-elastic?x=1, BOUNDED_ELASTIC", "WEBFLUX, /blocking/virtual-threads,",
			"WEBFLUX, /database/50, BOUNDED_ELASTIC", "WEBFLUX, /database/50?x=1, BOUNDED_ELASTIC" })
	void threadsShouldBeThoseThatHoldARequestWhileItWaits(App app, String path, @Nullable Limit threads) {
		List<Limit> held = target(app, path).endpoint()
			.limits()
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
			"/mixed/50, true", "/guarded, true" })
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
	@CsvSource({ "TOMCAT_VIRTUAL, /blocking/event-loop", "WEBFLUX, /asynchronous", "WEBFLUX, /sleep",
			"WEBFLUX, /sleep/50/", "WEBFLUX, /sleeps/50" })
	void ofWhenTheAppHasNoSuchEndpointShouldListThoseItHas(App app, String path) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> target(app, path))
			.withMessageStartingWith("the app has no endpoint '" + path + "'; accepted: /, /guarded, ")
			.satisfies((ex) -> assertThat(ex.key()).isEqualTo("path"));
	}

	private static Target target(App app, String path) {
		return Target.of(ShippedEndpoints.of(app), path);
	}

}
