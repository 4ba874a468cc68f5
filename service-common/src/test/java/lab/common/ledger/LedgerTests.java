package lab.common.ledger;

import java.util.stream.IntStream;

import lab.common.client.Cause;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Ledger}.
 */
class LedgerTests {

	private final Ledger ledger = new Ledger();

	@Test
	void requestsWhenTheyEndShouldAddUp() {
		for (int i = 0; i < 6; i++) {
			this.ledger.received();
		}
		for (int i = 0; i < 3; i++) {
			this.ledger.answered(200, null);
		}
		this.ledger.abandoned();
		AppLedger.Requests read = this.ledger.requests();
		assertThat(read.received()).isEqualTo(6);
		assertThat(read.completed()).isEqualTo(3);
		assertThat(read.abandoned()).isEqualTo(1);
		assertThat(read.inFlight()).isEqualTo(2);
	}

	@Test
	void inFlightSecondsShouldBeTheIntegralOfTheRequestsInFlight() {
		long[] now = { 7_000_000_000L };
		Ledger timed = new Ledger(() -> now[0]);
		now[0] += 1_000_000_000L;
		timed.received();
		now[0] += 2_000_000_000L;
		timed.received();
		now[0] += 500_000_000L;
		timed.answered(200, null);
		now[0] += 250_000_000L;
		// 2.5 s of the first, and of the second 0.75 s so far.
		assertThat(timed.requests().inFlightSeconds()).isEqualTo(3.25);
		timed.abandoned();
		now[0] += 60_000_000_000L;
		assertThat(timed.requests().inFlightSeconds()).isEqualTo(3.25);
	}

	@Test
	void inFlightSecondsWhenThousandsWaitForHoursShouldNotOverflow() {
		long[] now = { 0 };
		Ledger timed = new Ledger(() -> now[0]);
		IntStream.range(0, 15_000).forEach((request) -> timed.received());
		now[0] = 2 * 3600 * 1_000_000_000L;
		assertThat(timed.requests().inFlightSeconds()).isEqualTo(15_000 * 7200.0);
		IntStream.range(0, 15_000).forEach((request) -> timed.answered(200, null));
		assertThat(timed.requests().inFlightSeconds()).isEqualTo(15_000 * 7200.0);
	}

	@Test
	void callsShouldTellAttemptsAndThoseThatFailedToConnect() {
		for (int i = 0; i < 4; i++) {
			this.ledger.backendAttempt();
		}
		this.ledger.backendFailure(Cause.CONNECT_REFUSED);
		this.ledger.backendFailure(Cause.READ_TIMEOUT);
		AppLedger.Calls read = this.ledger.calls(0);
		assertThat(read.backendAttempts()).isEqualTo(4);
		assertThat(read.connectFailures()).isEqualTo(1);
	}

	/** The cause counts only if the answer is an error. */
	@Test
	void requestsShouldTellTheAnswersApart() {
		this.ledger.answered(200, null);
		this.ledger.answered(302, null);
		this.ledger.answered(404, null);
		this.ledger.answered(503, Cause.BULKHEAD_FULL);
		this.ledger.answered(503, Cause.BULKHEAD_FULL);
		this.ledger.answered(504, Cause.READ_TIMEOUT);
		this.ledger.answered(500, null);
		this.ledger.answered(200, Cause.RESET);
		AppLedger.Requests read = this.ledger.requests();
		assertThat(read.answers()).hasSize(14)
			.containsEntry("ok", 3L)
			.containsEntry("client-error", 1L)
			.containsEntry("bulkhead-full", 2L)
			.containsEntry("read-timeout", 1L)
			.containsEntry("reset", 0L)
			.containsEntry("other-error", 1L);
		assertThat(read.completed()).isEqualTo(8);
	}

	@Test
	void callsWhenTheyFailShouldTellWhyAndHowManyWereRepeated() {
		this.ledger.backendFailure(Cause.RESET);
		this.ledger.backendRetry();
		this.ledger.backendFailure(Cause.RESET);
		this.ledger.backendFailure(Cause.READ_TIMEOUT);
		AppLedger.Calls read = this.ledger.calls(0);
		assertThat(read.backendFailures()).hasSize(9)
			.containsEntry("reset", 2L)
			.containsEntry("read-timeout", 1L)
			.doesNotContainKey("bulkhead-full");
		assertThat(read.backendRetries()).isOne();
	}

	@Test
	void requestsShouldCountTheEventsSent() {
		assertThat(this.ledger.requests().events()).isZero();
		this.ledger.eventSent();
		this.ledger.eventSent();
		assertThat(this.ledger.requests().events()).isEqualTo(2);
	}

	@Test
	void requestsShouldTellTheThreadsApart() throws InterruptedException {
		this.ledger.received();
		Thread.ofVirtual().start(this.ledger::received).join();
		Thread.ofVirtual().start(this.ledger::received).join();
		assertThat(this.ledger.requests().servedBy()).containsEntry("platform", 1L)
			.containsEntry("virtual", 2L)
			.containsEntry("event-loop", 0L);
	}

}
