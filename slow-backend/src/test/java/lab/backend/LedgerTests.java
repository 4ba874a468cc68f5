package lab.backend;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LedgerTests {

	private final AtomicLong clock = new AtomicLong(-5_000_000_000L);

	private final Ledger ledger = new Ledger(this.clock::get);

	/**
	 * Two requests from 0 s, one of them to 1 s, the other to 3 s, a third from 2 s and
	 * still there when read at 4 s: 1 + 3 + 2 = 6 request-seconds, over 4 s 1.5 in
	 * flight.
	 */
	@Test
	void readWhenWorkedByHandShouldGiveTheIntegralUpToNow() {
		Ledger.Page first = this.ledger.arrived(millis(990), FaultKind.NONE);
		Ledger.Page second = this.ledger.arrived(millis(2998), FaultKind.NONE);
		pass(1000);
		first.completed();
		pass(1000);
		this.ledger.arrived(millis(5000), FaultKind.NONE);
		pass(1000);
		second.completed();
		pass(1000);
		Counters counters = this.ledger.read();
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
		assertThat(this.ledger.read()).isEqualTo(new Counters(new Counters.Requests(0, 0, 0, 0, 0, 0, 0, 0),
				new Counters.Delays(0, 0, new Counters.TimerError(0, 0), 0, 0),
				Map.of(FaultKind.ERROR, 0L, FaultKind.HANG, 0L, FaultKind.RESET, 0L, FaultKind.OUTAGE, 0L),
				Map.of(FaultKind.ERROR, 0L, FaultKind.HANG, 0L, FaultKind.RESET, 0L, FaultKind.OUTAGE, 0L)));
	}

	/**
	 * Three hit by an error fail; of two that hang one leaves; an outage breaks off one
	 * that nothing had hit and one that hung: 3 + 3 hits and 2 more, 3 + 2 failed.
	 */
	@Test
	void readWhenFaultsHitShouldTellThemByKind() {
		for (int i = 0; i < 3; i++) {
			this.ledger.arrived(millis(10), FaultKind.ERROR).failed(FaultKind.ERROR);
		}
		this.ledger.arrived(millis(10), FaultKind.HANG).abandoned();
		this.ledger.arrived(millis(10), FaultKind.HANG);
		this.ledger.arrived(millis(10), FaultKind.NONE).failed(FaultKind.OUTAGE);
		this.ledger.arrived(millis(10), FaultKind.HANG).failed(FaultKind.OUTAGE);
		Counters counters = this.ledger.read();
		assertThat(counters.requests().failed()).isEqualTo(5);
		assertThat(counters.failedBy()).containsEntry(FaultKind.ERROR, 3L)
			.containsEntry(FaultKind.HANG, 0L)
			.containsEntry(FaultKind.OUTAGE, 2L);
		assertThat(counters.hitBy()).containsEntry(FaultKind.ERROR, 3L)
			.containsEntry(FaultKind.HANG, 3L)
			.containsEntry(FaultKind.OUTAGE, 2L);
	}

	@Test
	void readWhenReadTwiceShouldNotResetAnything() {
		this.ledger.arrived(millis(10), FaultKind.NONE).completed();
		assertThat(this.ledger.read()).isEqualTo(this.ledger.read());
	}

	@Test
	void readWhenRequestsEndInEachWayShouldBalance() {
		this.ledger.arrived(millis(10), FaultKind.NONE).completed();
		this.ledger.arrived(millis(10), FaultKind.NONE).completed();
		this.ledger.arrived(millis(10), FaultKind.NONE).failed(FaultKind.NONE);
		this.ledger.arrived(millis(10), FaultKind.NONE).abandoned();
		this.ledger.arrived(millis(10), FaultKind.NONE);
		Counters counters = this.ledger.read();
		assertThat(counters.requests().received()).isEqualTo(5);
		assertThat(counters.requests().completed()).isEqualTo(2);
		assertThat(counters.requests().failed()).isEqualTo(1);
		assertThat(counters.requests().abandoned()).isEqualTo(1);
		assertThat(counters.requests().inFlight()).isEqualTo(1);
	}

	@Test
	void readWhenAbandonedShouldNotSumItsDelay() {
		Ledger.Page page = this.ledger.arrived(millis(10), FaultKind.NONE);
		pass(5);
		page.abandoned();
		Counters counters = this.ledger.read();
		assertThat(counters.delays().drawnMillis()).isZero();
		assertThat(counters.delays().givenMillis()).isZero();
		assertThat(counters.requests().inFlightSeconds()).isEqualTo(0.005);
	}

	@Test
	void closeWhenClosedBeforeShouldCountTheFirstOnly() {
		Ledger.Page page = this.ledger.arrived(millis(10), FaultKind.NONE);
		page.completed();
		page.abandoned();
		page.failed(FaultKind.NONE);
		page.completed();
		Counters counters = this.ledger.read();
		assertThat(counters.requests().completed()).isEqualTo(1);
		assertThat(counters.requests().abandoned()).isZero();
		assertThat(counters.requests().failed()).isZero();
		assertThat(counters.requests().inFlight()).isZero();
	}

	/** 98 answers 1 ms late, two 20 ms late: median 1, 99th percentile 20. */
	@Test
	void timerErrorWhenWorkedByHandShouldGiveItsPercentiles() {
		for (int i = 0; i < 100; i++) {
			Ledger.Page page = this.ledger.arrived(millis(40), FaultKind.NONE);
			pass((i < 98) ? 41 : 60);
			page.completed();
		}
		Counters.TimerError error = this.ledger.read().delays().timerErrorMillis();
		assertThat(error.p50()).isBetween(0.999, 1.001);
		assertThat(error.p99()).isBetween(19.98, 20.02);
	}

	@Test
	void timerErrorWhenTimerIsEarlyShouldBeZero() {
		Ledger.Page page = this.ledger.arrived(millis(40), FaultKind.NONE);
		pass(39);
		page.completed();
		assertThat(this.ledger.read().delays().timerErrorMillis()).isEqualTo(new Counters.TimerError(0, 0));
	}

	@Test
	void readWhenManyThreadsWriteShouldBalanceAtEveryReading() {
		Ledger shared = new Ledger(System::nanoTime);
		try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
			for (int thread = 0; thread < 3; thread++) {
				executor.submit(() -> {
					for (int i = 0; i < 3000; i++) {
						Ledger.Page page = shared.arrived(0, FaultKind.NONE);
						switch (i % 3) {
							case 0 -> page.completed();
							case 1 -> page.abandoned();
							default -> page.failed(FaultKind.NONE);
						}
					}
				});
			}
			for (int i = 0; i < 1000; i++) {
				Counters c = shared.read();
				assertThat(c.requests().received()).isEqualTo(c.requests().completed() + c.requests().abandoned()
						+ c.requests().failed() + c.requests().inFlight());
			}
		}
		Counters end = shared.read();
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
