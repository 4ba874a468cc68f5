package lab.terms.ledger;

import lab.terms.ThreadKind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Ledger}.
 */
class LedgerTests {

	private final Ledger ledger = new Ledger();

	@Test
	void readWhenRequestsEndShouldAddUp() {
		for (int i = 0; i < 6; i++) {
			this.ledger.received();
		}
		for (int i = 0; i < 3; i++) {
			this.ledger.completed();
		}
		this.ledger.abandoned();
		AppLedger read = this.ledger.read();
		assertThat(read.received()).isEqualTo(6);
		assertThat(read.completed()).isEqualTo(3);
		assertThat(read.abandoned()).isEqualTo(1);
		assertThat(read.inFlight()).isEqualTo(2);
	}

	@Test
	void readWhenCallsFailToConnectShouldCountThemAsAttempts() {
		for (int i = 0; i < 4; i++) {
			this.ledger.backendRequest();
		}
		this.ledger.connectFailure();
		AppLedger read = this.ledger.read();
		assertThat(read.backendAttempts()).isEqualTo(5);
		assertThat(read.connectFailures()).isEqualTo(1);
	}

	@Test
	void readShouldTellTheThreadsApart() throws InterruptedException {
		this.ledger.received();
		Thread.ofVirtual().start(this.ledger::received).join();
		Thread.ofVirtual().start(this.ledger::received).join();
		assertThat(this.ledger.read().servedBy()).containsEntry(ThreadKind.PLATFORM, 1L)
			.containsEntry(ThreadKind.VIRTUAL, 2L)
			.containsEntry(ThreadKind.EVENT_LOOP, 0L);
	}

	@Test
	void readShouldSeeTheHeap() {
		assertThat(this.ledger.read().heapUsedBytes()).isBetween(1L, Runtime.getRuntime().maxMemory());
		assertThat(this.ledger.read().gcPauseMillis()).isNotNegative();
	}

}
