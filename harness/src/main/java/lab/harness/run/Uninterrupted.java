package lab.harness.run;

/**
 * Waits for threads that write files, which an interrupt would leave half written.
 */
final class Uninterrupted {

	private Uninterrupted() {
	}

	/** Waits until a thread has ended; keeps an interrupt for the caller. */
	static void join(Thread thread) {
		boolean interrupted = false;
		while (thread.isAlive()) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
