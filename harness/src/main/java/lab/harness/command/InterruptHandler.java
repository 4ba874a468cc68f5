package lab.harness.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an interrupt of the thread that runs the experiment, and keeps the
 * JVM alive until that thread has stopped its processes and written what was measured.
 */
final class InterruptHandler {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Thread worker = Thread.currentThread();

	private final Thread hook = new Thread(this::interrupt, "interrupt handler");

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch done = new CountDownLatch(1);

	InterruptHandler() {
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	private void interrupt() {
		this.begun.countDown();
		this.worker.interrupt();
		try {
			this.done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Whether the JVM is shutting down. A terminal sends Ctrl-C to the services as well,
	 * and they may be seen to die before the signal is seen here, so this waits a moment.
	 */
	boolean begun() {
		// The flag that interrupted the work would interrupt the waiting too.
		boolean interrupted = Thread.interrupted();
		try {
			return interrupted || this.begun.await(500, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			return true;
		}
	}

	/** The work is done: from here on Ctrl-C means what it always means. */
	void over() {
		this.done.countDown();
		try {
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
		catch (IllegalStateException ex) {
			// The JVM is shutting down already, which is what it is here for.
		}
	}

}
