package lab.backend;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import lab.wire.BackendCounters;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestCounterTests {

	private final AtomicLong clock = new AtomicLong(-5_000_000_000L);

	private final RequestCounter counter = new RequestCounter(this.clock::get);

	/**
	 * Two requests from 0 s, one of them to 1 s, the other to 3 s, a third from 2 s and
	 * still there when read at 4 s: 1 + 3 + 2 = 6 request-seconds, over 4 s 1.5 in
	 * flight.
	 */
	@Test
	void readWhenWorkedByHandShouldGiveTheIntegralUpToNow() {
		RequestCounter.OpenRequest first = this.counter.arrived(millis(990), FaultKind.NONE);
		RequestCounter.OpenRequest second = this.counter.arrived(millis(2998), FaultKind.NONE);
		pass(1000);
		first.completed();
		pass(1000);
		this.counter.arrived(millis(5000), FaultKind.NONE);
		pass(1000);
		second.completed();
		pass(1000);
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().inFlightSeconds()).isEqualTo(6);
		assertThat(counters.requests().meanInFlight()).isEqualTo(1.5);
		assertThat(counters.requests().inFlight()).isEqualTo(1);
		assertThat(counters.requests().mostInFlight()).isEqualTo(2);
		assertThat(counters.delays().drawnMillis()).isEqualTo(990 + 2998);
		assertThat(counters.delays().givenMillis()).isEqualTo(1000 + 3000);
		assertThat(counters.delays().meanDrawnMillis()).isEqualTo(1994);
		assertThat(counters.delays().meanGivenMillis()).isEqualTo(2000);
	}

	@Test
	void readWhenNothingCameShouldBeZeroThroughout() {
		Map<String, Long> none = Map.of("error", 0L, "hang", 0L, "reset", 0L, "outage", 0L);
		assertThat(this.counter.read())
			.isEqualTo(new BackendCounters(new BackendCounters.Requests(0, 0, 0, 0, 0, 0, 0, 0),
					new BackendCounters.Delays(0, 0, new BackendCounters.TimerError(0, 0), 0, 0), none, none));
	}

	/**
	 * Three hit by an error fail; of two that hang one leaves; an outage breaks off one
	 * that nothing had hit and one that hung: 3 + 3 hits and 2 more, 3 + 2 failed.
	 */
	@Test
	void readWhenFaultsHitShouldCountThemByKind() {
		for (int i = 0; i < 3; i++) {
			this.counter.arrived(millis(10), FaultKind.ERROR).failed(FaultKind.ERROR);
		}
		this.counter.arrived(millis(10), FaultKind.HANG).abandoned();
		this.counter.arrived(millis(10), FaultKind.HANG);
		this.counter.arrived(millis(10), FaultKind.NONE).failed(FaultKind.OUTAGE);
		this.counter.arrived(millis(10), FaultKind.HANG).failed(FaultKind.OUTAGE);
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().failed()).isEqualTo(5);
		assertThat(counters.failedBy()).containsEntry("error", 3L)
			.containsEntry("hang", 0L)
			.containsEntry("outage", 2L);
		assertThat(counters.hitBy()).containsEntry("error", 3L).containsEntry("hang", 3L).containsEntry("outage", 2L);
	}

	@Test
	void readWhenReadTwiceShouldNotResetAnything() {
		this.counter.arrived(millis(10), FaultKind.NONE).completed();
		assertThat(this.counter.read()).isEqualTo(this.counter.read());
	}

	@Test
	void readWhenRequestsEndInEachWayShouldBalance() {
		this.counter.arrived(millis(10), FaultKind.NONE).completed();
		this.counter.arrived(millis(10), FaultKind.NONE).completed();
		this.counter.arrived(millis(10), FaultKind.NONE).failed(FaultKind.NONE);
		this.counter.arrived(millis(10), FaultKind.NONE).abandoned();
		this.counter.arrived(millis(10), FaultKind.NONE);
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().received()).isEqualTo(5);
		assertThat(counters.requests().completed()).isEqualTo(2);
		assertThat(counters.requests().failed()).isEqualTo(1);
		assertThat(counters.requests().abandoned()).isEqualTo(1);
		assertThat(counters.requests().inFlight()).isEqualTo(1);
	}

	@Test
	void readWhenAbandonedShouldNotSumItsDelay() {
		RequestCounter.OpenRequest request = this.counter.arrived(millis(10), FaultKind.NONE);
		pass(5);
		request.abandoned();
		BackendCounters counters = this.counter.read();
		assertThat(counters.delays().drawnMillis()).isZero();
		assertThat(counters.delays().givenMillis()).isZero();
		assertThat(counters.requests().inFlightSeconds()).isEqualTo(0.005);
	}

	@Test
	void closeWhenClosedBeforeShouldCountTheFirstOnly() {
		RequestCounter.OpenRequest request = this.counter.arrived(millis(10), FaultKind.NONE);
		request.completed();
		request.abandoned();
		request.failed(FaultKind.NONE);
		request.completed();
		BackendCounters counters = this.counter.read();
		assertThat(counters.requests().completed()).isEqualTo(1);
		assertThat(counters.requests().abandoned()).isZero();
		assertThat(counters.requests().failed()).isZero();
		assertThat(counters.requests().inFlight()).isZero();
	}

	/** 98 answers 1 ms late, two 20 ms late: median 1, 99th percentile 20. */
	@Test
	void timerErrorWhenWorkedByHandShouldGiveItsPercentiles() {
		for (int i = 0; i < 100; i++) {
			RequestCounter.OpenRequest request = this.counter.arrived(millis(40), FaultKind.NONE);
			pass((i < 98) ? 41 : 60);
			request.completed();
		}
		BackendCounters.TimerError error = this.counter.read().delays().timerErrorMillis();
		assertThat(error.p50()).isBetween(0.999, 1.001);
		assertThat(error.p99()).isBetween(19.98, 20.02);
	}

	@Test
	void timerErrorWhenTimerIsEarlyShouldBeZero() {
		RequestCounter.OpenRequest request = this.counter.arrived(millis(40), FaultKind.NONE);
		pass(39);
		request.completed();
		assertThat(this.counter.read().delays().timerErrorMillis()).isEqualTo(new BackendCounters.TimerError(0, 0));
	}

	@Test
	void readWhenManyThreadsWriteShouldBalanceAtEveryReading() {
		RequestCounter shared = new RequestCounter(System::nanoTime);
		try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
			for (int thread = 0; thread < 3; thread++) {
				executor.submit(() -> {
					for (int i = 0; i < 3000; i++) {
						RequestCounter.OpenRequest request = shared.arrived(0, FaultKind.NONE);
						switch (i % 3) {
							case 0 -> request.completed();
							case 1 -> request.abandoned();
							default -> request.failed(FaultKind.NONE);
						}
					}
				});
			}
			for (int i = 0; i < 1000; i++) {
				BackendCounters c = shared.read();
				assertThat(c.requests().received()).isEqualTo(c.requests().completed() + c.requests().abandoned()
						+ c.requests().failed() + c.requests().inFlight());
			}
		}
		BackendCounters end = shared.read();
		assertThat(end.requests().completed()).isEqualTo(3000)
			.isEqualTo(end.requests().abandoned())
			.isEqualTo(end.requests().failed());
		assertThat(end.requests().inFlight()).isZero();
	}

	private void pass(long millis) {
		this.clock.addAndGet(millis(millis));
	}

	private static long millis(long millis) {
		return millis * 1_000_000;
	}

}
