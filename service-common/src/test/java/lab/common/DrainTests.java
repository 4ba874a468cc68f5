package lab.common;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import lab.common.ledger.Ledger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link Drain}.
 */
@Timeout(30)
class DrainTests {

	private final Ledger ledger = new Ledger();

	private final AtomicBoolean closed = new AtomicBoolean();

	@Test
	void drainShouldRefuseConnectionsAndWaitForRequestsInFlight() {
		Drain drain = drain(Duration.ofHours(1));
		assertThat(drain.begun()).isFalse();
		this.ledger.received();
		Thread stop = Thread.startVirtualThread(drain::drain);
		await().until(drain::begun);
		assertThat(this.closed).isTrue();
		assertThat(stop.isAlive()).isTrue();
		this.ledger.answered(200, null);
		await().until(() -> !stop.isAlive());
	}

	/** A client that connects again while the port closes would be reset. */
	@Test
	void drainShouldTellClientsToLeaveOnlyAfterThePortIsClosed() {
		AtomicReference<@Nullable Drain> drain = new AtomicReference<>();
		AtomicBoolean toldEarly = new AtomicBoolean();
		Server server = mock();
		willAnswer((call) -> {
			toldEarly.set(Objects.requireNonNull(drain.get()).begun());
			return null;
		}).given(server).refuseConnections();
		drain.set(new Drain(server, this.ledger, Duration.ofMillis(1)));
		Objects.requireNonNull(drain.get()).drain();
		assertThat(toldEarly).isFalse();
		assertThat(Objects.requireNonNull(drain.get()).begun()).isTrue();
	}

	@Test
	void drainWhenARequestNeverEndsShouldEndAtTheLimit() {
		this.ledger.received();
		drain(Duration.ofMillis(1)).drain();
		assertThat(this.closed).isTrue();
	}

	@Test
	void drainWhenTheLimitIsZeroShouldLeaveTheEndToSpringBoot() {
		Drain drain = drain(Duration.ZERO);
		drain.drain();
		assertThat(this.closed).isFalse();
		assertThat(drain.begun()).isFalse();
	}

	private Drain drain(Duration limit) {
		Server server = mock();
		willAnswer((call) -> {
			this.closed.set(true);
			return null;
		}).given(server).refuseConnections();
		return new Drain(server, this.ledger, limit);
	}

}
