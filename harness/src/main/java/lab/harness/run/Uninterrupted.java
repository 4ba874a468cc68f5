package lab.harness.run;

/**
 * Waits that an interrupt does not shorten: what a thread writes must be whole.
 */
final class Uninterrupted {

	private Uninterrupted() {
	}

	/**
	 * Waits until a thread that was told to end has ended. An interrupt is kept for the
	 * caller.
	 */
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
