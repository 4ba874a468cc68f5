package lab.common.ledger;

import java.time.Duration;

import io.micrometer.core.instrument.binder.jvm.JvmCompilationMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
	void readWhenRequestsEndShouldAddUp() {
		for (int i = 0; i < 6; i++) {
			this.ledger.received();
		}
		for (int i = 0; i < 3; i++) {
			this.ledger.answered(200, null);
		}
		this.ledger.abandoned();
		AppLedger read = read();
		assertThat(read.requests().received()).isEqualTo(6);
		assertThat(read.requests().completed()).isEqualTo(3);
		assertThat(read.requests().abandoned()).isEqualTo(1);
		assertThat(read.requests().inFlight()).isEqualTo(2);
	}

	@Test
	void readShouldTellAttemptsAndThoseThatFailedToConnect() {
		for (int i = 0; i < 4; i++) {
			this.ledger.backendAttempt();
		}
		this.ledger.backendFailure(Cause.CONNECT_REFUSED);
		this.ledger.backendFailure(Cause.READ_TIMEOUT);
		AppLedger read = read();
		assertThat(read.calls().backendAttempts()).isEqualTo(4);
		assertThat(read.calls().connectFailures()).isEqualTo(1);
	}

	/** What an attribute holds counts only where the answer is a problem. */
	@Test
	void readShouldTellTheAnswersApart() {
		this.ledger.answered(200, null);
		this.ledger.answered(302, null);
		this.ledger.answered(404, null);
		this.ledger.answered(503, Cause.BULKHEAD_FULL);
		this.ledger.answered(503, Cause.BULKHEAD_FULL);
		this.ledger.answered(504, Cause.READ_TIMEOUT);
		this.ledger.answered(500, null);
		this.ledger.answered(200, Cause.RESET);
		AppLedger read = read();
		assertThat(read.requests().answers()).hasSize(14)
			.containsEntry("ok", 3L)
			.containsEntry("client-error", 1L)
			.containsEntry("bulkhead-full", 2L)
			.containsEntry("read-timeout", 1L)
			.containsEntry("reset", 0L)
			.containsEntry("other-error", 1L);
		assertThat(read.requests().completed()).isEqualTo(8);
	}

	@Test
	void readWhenCallsFailShouldTellWhyAndHowManyWereRepeated() {
		this.ledger.backendFailure(Cause.RESET);
		this.ledger.backendRetry();
		this.ledger.backendFailure(Cause.RESET);
		this.ledger.backendFailure(Cause.READ_TIMEOUT);
		AppLedger read = read();
		assertThat(read.calls().backendFailures()).hasSize(9)
			.containsEntry("reset", 2L)
			.containsEntry("read-timeout", 1L)
			.doesNotContainKey("bulkhead-full");
		assertThat(read.calls().backendRetries()).isOne();
	}

	@Test
	void readShouldTellTheThreadsApart() throws InterruptedException {
		this.ledger.received();
		Thread.ofVirtual().start(this.ledger::received).join();
		Thread.ofVirtual().start(this.ledger::received).join();
		assertThat(read().requests().servedBy()).containsEntry("platform", 1L)
			.containsEntry("virtual", 2L)
			.containsEntry("event-loop", 0L);
	}

	@Test
	void readShouldTakeTheMetersOfTheJvm() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		new JvmMemoryMetrics().bindTo(meters);
		new JvmCompilationMetrics().bindTo(meters);
		meters.timer("jvm.gc.pause", "action", "end of minor GC").record(Duration.ofMillis(3));
		meters.timer("jvm.gc.pause", "action", "end of major GC").record(Duration.ofMillis(4));
		AppLedger read = this.ledger.read(new AppLedger.Guard("closed", 150, 150), JvmMeters.read(meters), 0);
		assertThat(read.jvm().heapUsedBytes()).isBetween(1L, Runtime.getRuntime().maxMemory());
		assertThat(read.jvm().gcPauseMillis()).isEqualTo(7);
		assertThat(read.jvm().fullCollections()).isOne();
		assertThat(read.jvm().compileMillis()).isPositive();
	}

	private AppLedger read() {
		return this.ledger.read(new AppLedger.Guard("closed", 150, 150), new AppLedger.JvmCounters(0, 0, 0, 0), 0);
	}

}
