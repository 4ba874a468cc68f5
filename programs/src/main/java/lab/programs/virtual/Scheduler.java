package lab.programs.virtual;

import java.util.function.BooleanSupplier;

/**
 * The scheduler of virtual threads, as far as one can ask it.
 */
final class Scheduler {

	private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

	private Scheduler() {
	}

	/** Its carriers: one a core, or as its flag says. */
	static int carriers() {
		return Integer.getInteger(PARALLELISM, Runtime.getRuntime().availableProcessors());
	}

	/**
	 * Refuses to run with another number of carriers: it is fixed when the JVM starts.
	 */
	static void require(int carriers) {
		if (carriers() != carriers) {
			throw new IllegalArgumentException(
					"there are " + carriers() + " carriers; start with -D" + PARALLELISM + "=" + carriers);
		}
	}

	/**
	 * Waits until threads that were started have begun. While a carrier computes, the
	 * scheduler of JDK 21 may leave a thread waiting that is ready, and not wake the idle
	 * carrier. The next thread that starts wakes it.
	 */
	static void await(BooleanSupplier begun) throws InterruptedException {
		while (!begun.getAsBoolean()) {
			Thread.sleep(1);
			Thread.startVirtualThread(() -> {
			});
		}
	}

}
