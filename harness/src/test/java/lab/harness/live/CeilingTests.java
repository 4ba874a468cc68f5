package lab.harness.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CeilingTests {

	private static final Endpoint ROOT = new Endpoint("/", WaitsFor.BACKEND,
			List.of(Limit.REQUEST_THREADS, Limit.BACKEND_CONNECTIONS), 1, false);

	private static final Endpoint GUARDED = new Endpoint("/guarded", WaitsFor.BACKEND,
			List.of(Limit.REQUEST_THREADS, Limit.BULKHEAD), 1, false);

	private static final Endpoint SLEEP = new Endpoint("/sleep/{millis}", WaitsFor.SLEEP,
			List.of(Limit.REQUEST_THREADS), 0, false);

	private static final Endpoint FAN_OUT = new Endpoint("/fan-out?calls={calls}&style={style}", WaitsFor.BACKEND,
			List.of(Limit.REQUEST_THREADS), 1, false);

	private static final Endpoint TWICE = new Endpoint("/twice", WaitsFor.BACKEND, List.of(Limit.REQUEST_THREADS), 2,
			false);

	@Test
	void ofWhenThreadsAreFewerThanUsersShouldDivideThreadsByTheMean() {
		// 200 threads / 0.5 s
		assertThat(Ceiling.of(300, terms(200), "/", 500)).isEqualTo(400);
	}

	@Test
	void ofWhenUsersAreFewerShouldDivideUsersByTheMean() {
		// 50 users / 0.25 s
		assertThat(Ceiling.of(50, terms(200), "/", 250)).isEqualTo(200);
	}

	@Test
	void ofWhenThreadsAreVirtualShouldUseTheNextLimit() {
		// 1000 connections / 0.5 s
		assertThat(Ceiling.of(5000, terms(null), "/", 500)).isEqualTo(2000);
	}

	@Test
	void ofWhenBehindTheBulkheadShouldUseItsPermits() {
		// 150 permits / 0.5 s
		assertThat(Ceiling.of(300, terms(null), "/guarded", 500)).isEqualTo(300);
	}

	@Test
	void ofWhenSomebodyElseSendsTheLoadShouldBeThatOfTheApp() {
		assertThat(Ceiling.of(null, terms(200), "/", 500)).isEqualTo(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/other", "/sleep/500", "/fan-out?calls=2&style=parallel", "/twice" })
	void ofWhenARequestDoesNotWaitOnceForTheBackendShouldBeNull(String path) {
		assertThat(Ceiling.of(300, terms(200), path, 500)).isNull();
		assertThat(Ceiling.of(null, terms(200), path, 500)).isNull();
	}

	private static Terms terms(@Nullable Integer threads) {
		Map<Limit, @Nullable Integer> limits = new LinkedHashMap<>();
		limits.put(Limit.REQUEST_THREADS, threads);
		limits.put(Limit.BACKEND_CONNECTIONS, 1000);
		limits.put(Limit.BULKHEAD, 150);
		return new Terms("app", new Terms.JvmTerms("25", 2, 2, "G1", 1), "", "", limits,
				List.of(ROOT, GUARDED, SLEEP, FAN_OUT, TWICE));
	}

}
