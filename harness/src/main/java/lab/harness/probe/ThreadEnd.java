package lab.harness.probe;

/**
 * The end of a thread that was told to end.
 */
final class ThreadEnd {

	private ThreadEnd() {
	}

	/**
	 * Waits until a thread has ended, whoever interrupts: what it writes must be whole.
	 * An interrupt is kept for whoever asks next.
	 */
	static void await(Thread thread) {
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
