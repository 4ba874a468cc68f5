package lab.harness.live;

import java.util.Map;

import lab.harness.live.ModelSecond.Places;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ReadingTests {

	private static final double MIB = 1024 * 1024;

	@Test
	void sinceShouldDivideCountersByTheTimeBetween() {
		Reading before = reading(1_000_000_000L, 1000, 10, 500, 1e9);
		// 2 s later: 600 more are ok, 20 more refused, 310 request-seconds, 0.5 s of CPU
		Reading after = reading(3_000_000_000L, 1600, 30, 810, 1.5e9);
		ModelSecond second = after.since(before, 200, new JtlTail.Percentiles(480, 990), 400.0);
		assertThat(second.throughput()).isEqualTo(300);
		assertThat(second.errors()).containsOnly(Map.entry("503 bulkhead-full", 10.0));
		// 310 request-seconds / 620 answers = 0.5 s
		assertThat(second.times().mean()).isCloseTo(500, within(1e-9));
		assertThat(second.times().p50()).isEqualTo(480);
		assertThat(second.times().p99()).isEqualTo(990);
		assertThat(second.cost().cpu()).isCloseTo(0.25, within(1e-9));
		assertThat(second.cost().heapMiB()).isEqualTo(64);
		assertThat(second.cost().threads()).isEqualTo(221);
		assertThat(second.cost().carriers()).isEqualTo(2);
		// Of 200 users 150 are in the app, 140 of them at the backend.
		assertThat(second.places()).isEqualTo(new Places(200, 50L, 10, 140));
		assertThat(second.ceiling()).isEqualTo(400);
	}

	@Test
	void sinceWhenNothingHappenedShouldHaveNoMeanTime() {
		Reading one = reading(0, 1000, 10, 500, 1e9);
		ModelSecond second = reading(1_000_000_000L, 1000, 10, 500, 1e9).since(one, null, null, null);
		assertThat(second.throughput()).isZero();
		assertThat(second.errors()).isEmpty();
		assertThat(second.times().mean()).isNull();
		assertThat(second.places().queue()).isNull();
	}

	@Test
	void placesWhenReadAtDifferentMomentsShouldNotBeNegative() {
		assertThat(Places.of(100, 110, 120)).isEqualTo(new Places(100, 0L, 0, 110));
	}

	@Test
	void isAfterRestartWhenCountersBeginAgainShouldBeTrue() {
		Reading before = reading(0, 1000, 10, 500, 1e9);
		assertThat(reading(1_000_000_000L, 5, 0, 1, 1e7).isAfterRestart(before)).isTrue();
		assertThat(reading(1_000_000_000L, 1001, 10, 501, 1e9).isAfterRestart(before)).isFalse();
	}

	@Test
	void isBusySinceWhenRequestsCameOrWaitShouldBeTrue() {
		assertThat(counted(1000, 0, 0).isBusySince(counted(1000, 0, 0))).isFalse();
		assertThat(counted(1001, 0, 0).isBusySince(counted(1000, 0, 0))).isTrue();
		// A backend that hangs lets no user ask again.
		assertThat(counted(1000, 200, 0).isBusySince(counted(1000, 200, 0))).isTrue();
	}

	@Test
	void callsOnceSinceWhenRequestsMakeNoneOrSeveralShouldBeFalse() {
		Reading before = counted(1000, 0, 1000);
		assertThat(counted(2000, 0, 2000).callsOnceSince(before)).isTrue();
		// Some have come, and not called yet.
		assertThat(counted(2000, 0, 1950).callsOnceSince(before)).isTrue();
		assertThat(counted(2000, 0, 1000).callsOnceSince(before)).isFalse();
		assertThat(counted(1003, 0, 1000).callsOnceSince(before)).isFalse();
		assertThat(counted(1000, 50, 1000).callsOnceSince(before)).isNull();
		assertThat(counted(2000, 0, 4000).callsOnceSince(before)).isFalse();
	}

	@Test
	void metersShouldSkipCommentsAndLinesThatAreNoSample() {
		assertThat(Reading.meters("""
				# HELP process_cpu_time_ns_total
				process_cpu_time_ns_total{application="webflux"} 1.5E9
				jvm_threads_live_threads 33.0
				nonsense here
				""")).containsOnly(Map.entry("process_cpu_time_ns_total", 1.5e9),
				Map.entry("jvm_threads_live_threads", 33.0));
	}

	private static Reading counted(long received, long inFlight, long calls) {
		AppLedger.Requests requests = new AppLedger.Requests(received, received - inFlight, 0, inFlight, 0, 0, Map.of(),
				Map.of());
		return new Reading(0,
				new AppLedger(requests, new AppLedger.Calls(calls, 0, 0, Map.of(), 0), null, AppLedger.NONE.jvm()),
				Map.of());
	}

	private static Reading reading(long nanos, long ok, long refused, double inFlightSeconds, double cpuNanos) {
		AppLedger.Requests requests = new AppLedger.Requests(ok + refused + 150, ok + refused, 0, 150, inFlightSeconds,
				0, Map.of(), Map.of("ok", ok, "bulkhead-full", refused));
		return new Reading(nanos,
				new AppLedger(requests, new AppLedger.Calls(0, 0, 0, Map.of(), 140), null,
						new AppLedger.JvmCounters((long) (64 * MIB), 0, 0, 0)),
				Map.of("process_cpu_time_ns_total", cpuNanos, "jvm_threads_live_threads", 221.0,
						"virtual_threads_carriers", 2.0));
	}

}
