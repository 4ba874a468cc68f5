package lab.programs.virtual;

import java.util.function.BooleanSupplier;

/**
 * Access to the scheduler of virtual threads.
 */
final class Scheduler {

	private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

	private Scheduler() {
	}

	/** Returns the number of carriers: one per core, or the value of the flag. */
	static int carriers() {
		return Integer.getInteger(PARALLELISM, Runtime.getRuntime().availableProcessors());
	}

	/**
	 * Refuses to run with a different number of carriers, which is fixed when the JVM
	 * starts.
	 */
	static void require(int carriers) {
		if (carriers() != carriers) {
			throw new IllegalArgumentException(
					"there are " + carriers() + " carriers; start with -D" + PARALLELISM + "=" + carriers);
		}
	}

	/**
	 * Waits until started threads have begun. While a carrier computes, the scheduler of
	 * JDK 21 may leave a ready thread waiting without waking the idle carrier; the next
	 * thread that starts wakes it.
	 */
	static void await(BooleanSupplier begun) throws InterruptedException {
		while (!begun.getAsBoolean()) {
			Thread.sleep(1);
			Thread.startVirtualThread(() -> {
			});
		}
	}

}
