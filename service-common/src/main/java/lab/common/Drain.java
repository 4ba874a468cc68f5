package lab.common;

import java.time.Duration;

import lab.wire.AppLedger;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;

/**
 * Ends an app after SIGTERM: it refuses new connections, and answers requests on the open
 * ones until no more come or the time is over. Spring Boot's graceful shutdown closes the
 * connections that clients keep open, so a request that is on its way there, or waits for
 * a thread, gets no answer; and only Tomcat then waits for the requests in flight.
 */
public final class Drain implements SmartLifecycle {

	/** No request may arrive for this long. */
	private static final Duration QUIET = Duration.ofMillis(200);

	private static final Duration POLL = Duration.ofMillis(20);

	private final Server server;

	private final LedgerEndpoint ledger;

	private final Duration limit;

	private volatile boolean running;

	private volatile boolean begun;

	public Drain(Server server, LedgerEndpoint ledger, @Value("${terms.drain-limit}") Duration limit) {
		this.server = server;
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

	/** The highest phase stops first, before the server itself. */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	@Override
	public void stop() {
		this.running = false;
		this.begun = true;
		this.server.refuseConnections();
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
