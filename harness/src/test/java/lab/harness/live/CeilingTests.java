package lab.harness.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CeilingTests {

	private static Terms terms(@Nullable Integer threads) {
		Map<Limit, @Nullable Integer> limits = new HashMap<>();
		limits.put(Limit.REQUEST_THREADS, threads);
		limits.put(Limit.BACKEND_CONNECTIONS, 10_000);
		limits.put(Limit.BULKHEAD, 150);
		return new Terms("app", Terms.NONE.jvm(), "", "", limits,
				List.of(new Endpoint("/", WaitsFor.BACKEND, List.of(Limit.REQUEST_THREADS, Limit.BACKEND_CONNECTIONS),
						1, false),
						new Endpoint("/guarded", WaitsFor.BACKEND,
								List.of(Limit.REQUEST_THREADS, Limit.BACKEND_CONNECTIONS, Limit.BULKHEAD), 1, false)));
	}

	@Test
	void ofWhenUsersExceedThreadsShouldBeThreadsByMeanDelay() {
		// 200 / 0.5 s
		assertThat(Ceiling.of(500, terms(200), "/", 500)).isEqualTo(400);
	}

	@Test
	void ofWhenThreadsAreVirtualShouldBeUsersByMeanDelay() {
		// 500 / 0.5 s
		assertThat(Ceiling.of(500, terms(null), "/", 500)).isEqualTo(1000);
	}

	@Test
	void ofWhenUsersAreFewShouldBeUsersByMeanDelay() {
		// 50 / 0.25 s
		assertThat(Ceiling.of(50, terms(200), "/", 250)).isEqualTo(200);
	}

	@Test
	void ofWhenGuardedShouldBePermitsByMeanDelay() {
		// 150 / 0.5 s
		assertThat(Ceiling.of(500, terms(200), "/guarded", 500)).isEqualTo(300);
	}

	@Test
	void ofWhenUsersAreUnknownShouldBeLimitByMeanDelay() {
		assertThat(Ceiling.of(null, terms(200), "/", 500)).isEqualTo(400);
	}

	@Test
	void ofWhenNothingIsKnownShouldBeUnknown() {
		assertThat(Ceiling.of(null, Terms.NONE, "/", 500)).isNull();
	}

}
