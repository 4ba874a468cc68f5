package lab.harness.run.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;

/**
 * Measures how fast the processors of the app compute. On a shared host this changes from
 * minute to minute, and the CPU time of a request with it.
 */
public final class SpeedKernel {

	private static final Duration TIME = Duration.ofMillis(300);

	/** Steps of one pass, some 4 ms. */
	private static final int STEPS = 1 << 20;

	/** Passes in which the code is compiled. */
	private static final int UNMEASURED = 10;

	/** 64 KiB: more than the first cache of a core, less than the second. */
	private static final int TABLE = 1 << 13;

	/** Steps that a processor of speed 1 makes in a nanosecond of CPU time. */
	private static final double REFERENCE = 0.25;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private final long[] table = new long[TABLE];

	private long state = 42;

	/**
	 * Measures with a thread for each processor of the app, since the app keeps all of
	 * them busy. The CPU time of the threads counts, so that other programs do not.
	 * @return the mean of the processors, about 1
	 */
	public static double speed(Placement placement) throws InterruptedException {
		int processors = placement.dedicatedCores() ? placement.app().size()
				: Runtime.getRuntime().availableProcessors();
		List<Callable<Double>> kernels = new ArrayList<>();
		for (int i = 0; i < processors; i++) {
			kernels.add(() -> {
				// The harness itself runs on other processors than such an app.
				if (placement.dedicatedCores()) {
					CpuAffinity.moveThread(placement.app());
				}
				return new SpeedKernel().measure();
			});
		}
		try (ExecutorService threads = Executors.newFixedThreadPool(processors)) {
			double sum = 0;
			for (Future<Double> kernel : threads.invokeAll(kernels)) {
				sum += kernel.get();
			}
			return sum / processors;
		}
		catch (ExecutionException ex) {
			throw new RunFailedException("the speed of the processors cannot be measured: " + ex.getMessage(), ex);
		}
	}

	private double measure() {
		for (int i = 0; i < UNMEASURED; i++) {
			pass();
		}
		long end = System.nanoTime() + TIME.toNanos();
		long begin = THREADS.getCurrentThreadCpuTime();
		double steps = 0;
		do {
			pass();
			steps += STEPS;
		}
		while (System.nanoTime() < end);
		return steps / (THREADS.getCurrentThreadCpuTime() - begin) / REFERENCE;
	}

	/**
	 * Mixes numbers and places in a table, each step from the result of the last one, so
	 * that neither a compiler nor a processor can skip any.
	 * @return a number that depends on every step
	 */
	long pass() {
		long x = this.state;
		for (int step = 0; step < STEPS; step++) {
			x ^= x << 13;
			x ^= x >>> 7;
			x ^= x << 17;
			int place = (int) x & (TABLE - 1);
			x += this.table[place];
			this.table[place] = x;
		}
		this.state = x;
		return x;
	}

}
