package lab.common;

import java.time.Duration;

import lab.common.ledger.Ledger;
import lab.wire.AppLedger;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/**
 * Ends an app after SIGTERM: it refuses new connections, and answers requests on the open
 * ones until no more come or the time is over. Spring Boot's graceful shutdown closes
 * kept connections, so a request on its way, or waiting for a thread, gets no answer;
 * only Tomcat waits for those in flight. 0 s leave the end to it.
 */
public final class Drain {

	/** No request may arrive for this long. */
	private static final Duration QUIET = Duration.ofMillis(200);

	private final Server server;

	private final Ledger ledger;

	private final Duration limit;

	private volatile boolean begun;

	public Drain(Server server, Ledger ledger, @Value("${terms.drain-limit}") Duration limit) {
		this.server = server;
		this.ledger = ledger;
		this.limit = limit;
	}

	/** Whether the app refuses new connections. */
	public boolean begun() {
		return this.begun;
	}

	/** Runs before any bean stops; the context of the management port has a parent. */
	@EventListener
	void close(ContextClosedEvent event) {
		if (event.getApplicationContext().getParent() == null) {
			drain();
		}
	}

	void drain() {
		// A client that is told to connect again must not find a port about to close.
		if (!this.limit.isZero()) {
			this.server.refuseConnections();
			this.begun = true;
		}
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
			AppLedger.Requests now = this.ledger.requests();
			if (now.inFlight() > 0 || now.received() != received) {
				received = now.received();
				quietSince = System.nanoTime();
			}
			Thread.sleep(Duration.ofMillis(20));
		}
	}

}
