package lab.common;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import lab.common.ledger.Ledger;
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
	void stopShouldRefuseConnectionsAndWaitForRequestsInFlight() {
		Drain drain = drain(Duration.ofHours(1));
		drain.start();
		assertThat(drain.begun()).isFalse();
		this.ledger.received();
		Thread stop = Thread.startVirtualThread(drain::stop);
		await().untilTrue(this.closed);
		assertThat(drain.begun()).isTrue();
		assertThat(drain.isRunning()).isFalse();
		assertThat(stop.isAlive()).isTrue();
		this.ledger.answered(200, null);
		await().until(() -> !stop.isAlive());
	}

	@Test
	void stopWhenARequestNeverEndsShouldEndAtTheLimit() {
		this.ledger.received();
		drain(Duration.ofMillis(1)).stop();
		assertThat(this.closed).isTrue();
	}

	private Drain drain(Duration limit) {
		Guards guards = new Guards(Bulkhead.ofDefaults("backend"), Retry.ofDefaults("backend"),
				CircuitBreaker.ofDefaults("backend"));
		Server server = mock();
		willAnswer((call) -> {
			this.closed.set(true);
			return null;
		}).given(server).refuseConnections();
		return new Drain(server, new LedgerEndpoint(this.ledger, guards, List.of(), new SimpleMeterRegistry()), limit);
	}

}
