package lab.common;

import java.time.Duration;

import lab.common.ledger.AppLedger;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;

/**
 * Ends an app after SIGTERM, in place of Spring Boot's graceful shutdown. Spring Boot
 * closes the connections that clients keep open, so a request that is on its way there,
 * or waits for a thread, is dropped without an answer. And only Tomcat then waits for the
 * requests in flight. Here the app first refuses new connections, and answers requests on
 * the open ones, until no more come or the time is over.
 */
public final class Drain implements SmartLifecycle {

	/** For this long no request must arrive. */
	private static final Duration QUIET = Duration.ofMillis(200);

	private static final Duration POLL = Duration.ofMillis(20);

	private final Entrance entrance;

	private final LedgerEndpoint ledger;

	private final Duration limit;

	private volatile boolean running;

	private volatile boolean begun;

	public Drain(Entrance entrance, LedgerEndpoint ledger, @Value("${terms.drain-limit}") Duration limit) {
		this.entrance = entrance;
		this.ledger = ledger;
		this.limit = limit;
	}

	/**
	 * Whether the app has received SIGTERM.
	 */
	public boolean begun() {
		return this.begun;
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Before the server's own shutdown: the highest phase stops first. */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	@Override
	public void stop() {
		this.running = false;
		this.begun = true;
		this.entrance.close();
		try {
			awaitQuiet();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void awaitQuiet() throws InterruptedException {
		long begin = System.nanoTime();
		long quietSince = begin;
		long received = -1;
		while (System.nanoTime() - begin < this.limit.toNanos() && System.nanoTime() - quietSince < QUIET.toNanos()) {
			AppLedger.Requests now = this.ledger.ledger().requests();
			if (now.inFlight() > 0 || now.received() != received) {
				received = now.received();
				quietSince = System.nanoTime();
			}
			Thread.sleep(POLL);
		}
	}

}
