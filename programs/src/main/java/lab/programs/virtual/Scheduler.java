package lab.programs.virtual;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
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

	/** Runs each task on a virtual thread of its own, and waits for all. */
	static <T> void runAll(List<Callable<T>> tasks) throws ExecutionException, InterruptedException {
		runAll(Thread.ofVirtual().factory(), tasks);
	}

	/** Runs each task on a thread of its own, and waits for all. */
	static <T> void runAll(ThreadFactory factory, List<Callable<T>> tasks)
			throws ExecutionException, InterruptedException {
		try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
			for (Future<T> task : threads.invokeAll(tasks)) {
				task.get();
			}
		}
	}

	/** Computes for about a millisecond per million steps. */
	static long compute(int steps) {
		long sum = 0;
		for (long step = 0; step < steps; step++) {
			sum += step ^ (sum >>> 1);
		}
		return sum;
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
