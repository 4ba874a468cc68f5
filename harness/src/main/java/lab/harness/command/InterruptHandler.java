package lab.harness.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * On Ctrl-C interrupts the thread that runs the experiment, and keeps the JVM alive until
 * that thread has stopped its processes and written the results.
 */
final class InterruptHandler {

	private final Thread hook;

	private volatile boolean begun;

	private final CountDownLatch done = new CountDownLatch(1);

	InterruptHandler() {
		Thread worker = Thread.currentThread();
		this.hook = new Thread(() -> {
			this.begun = true;
			worker.interrupt();
			try {
				this.done.await(20, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "interrupt handler");
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/** Whether the JVM is shutting down. */
	boolean begun() {
		return this.begun;
	}

	/** Ends the handling of Ctrl-C, after the work is done. */
	void close() {
		this.done.countDown();
		try {
			Runtime.getRuntime().removeShutdownHook(this.hook);
		}
		catch (IllegalStateException ex) {
			// The JVM is already shutting down.
		}
	}

}
