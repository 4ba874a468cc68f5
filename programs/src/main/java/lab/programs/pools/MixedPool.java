package lab.programs.pools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import lab.programs.Options;
import lab.programs.Output;

/**
 * How many threads does work need that computes and waits? Measure both times, then apply
 * the rule: threads = cores x utilisation x (1 + wait / compute).
 * <p>
 * While one thread waits, another can use its core. The rule gives the smallest number of
 * threads that keeps all cores busy. This program compares it with smaller and larger
 * pools.
 */
public final class MixedPool {

	/** Price histories per task: about 0.5 ms of CPU time. */
	private static final int HISTORIES = 8;

	/** The target: all cores are busy all the time. */
	private static final double UTILISATION = 1;

	/** Pool sizes to try, as multiples of the predicted size. */
	private static final List<Double> SIZES = List.of(0.25, 0.5, 1.0, 2.0, 4.0);

	private static final Duration RAMP = Duration.ofMillis(100);

	/** A task that computes, then waits. */
	record Task(long waitNanos) {

		void run() throws InterruptedException {
			CpuPool.compute(HISTORIES);
			Thread.sleep(Duration.ofNanos(this.waitNanos));
		}

	}

	/**
	 * The times of a task, measured on one thread that has a core to itself.
	 *
	 * @param computeNanos CPU time
	 * @param waitNanos time waited, which is longer than the sleep that was requested
	 */
	record Times(double computeNanos, double waitNanos) {

		int threads(int cores) {
			return (int) Math.max(1, Math.round(cores * UTILISATION * (1 + this.waitNanos / this.computeNanos)));
		}

	}

	/*
	 * Computing is measured without waiting in between. A core that sleeps now and then
	 * is slower, and in a pool of the right size no core sleeps.
	 */
	static double computeNanos(int tasks) {
		ThreadMXBean thread = ManagementFactory.getThreadMXBean();
		long before = thread.getCurrentThreadCpuTime();
		for (int task = 0; task < tasks; task++) {
			CpuPool.compute(HISTORIES);
		}
		return (thread.getCurrentThreadCpuTime() - before) / (double) tasks;
	}

	static double waitNanos(Task task, int tasks) throws InterruptedException {
		ThreadMXBean thread = ManagementFactory.getThreadMXBean();
		long begin = System.nanoTime() - thread.getCurrentThreadCpuTime();
		for (int number = 0; number < tasks; number++) {
			task.run();
		}
		return (System.nanoTime() - thread.getCurrentThreadCpuTime() - begin) / (double) tasks;
	}

	/**
	 * Measures wait and compute, predicts the size, then tries sizes around it.
	 * @param ratio the wait / compute of the task
	 * @param rounds how often each size is tried; the sizes alternate, so that a change
	 * in the machine's speed affects them all
	 */
	static void run(int ratio, int rounds, Duration slice, Output output) throws InterruptedException {
		int cores = Runtime.getRuntime().availableProcessors();
		output.heading("wait / compute about %d, %d cores", ratio, cores);
		int tasks = (int) Math.max(20, slice.toMillis());
		/*
		 * The compiler must finish first: slow code makes compute too long and the pool
		 * too small.
		 */
		computeNanos(4 * tasks);
		double computeNanos = computeNanos(tasks);
		Task task = new Task(Math.round(ratio * computeNanos));
		Times times = new Times(computeNanos, waitNanos(task, Math.max(20, tasks / (ratio + 1))));
		int predicted = times.threads(cores);
		output.event("measured", 0, Map.of("computeMicros", Math.round(times.computeNanos() / 1000), "waitMicros",
				Math.round(times.waitNanos() / 1000)));
		output.metric("tasksCeiling", cores * 1e9 / times.computeNanos());
		output.metric("poolThreads", predicted);

		List<Integer> sizes = SIZES.stream().map((part) -> (int) Math.max(1, Math.round(part * predicted))).toList();
		double[] sums = new double[sizes.size()];
		for (int round = 0; round < rounds; round++) {
			for (int place = 0; place < sizes.size(); place++) {
				double throughput = throughput(sizes.get(place), task, slice);
				sums[place] += throughput;
				if (SIZES.get(place) == 1.0) {
					output.metric("tasksPerSecond", throughput);
				}
			}
		}
		int best = 0;
		for (int place = 0; place < sizes.size(); place++) {
			best = (sums[place] > sums[best]) ? place : best;
			output.event("tried", place + 1,
					Map.of("threads", sizes.get(place), "tasksPerSecond", Math.round(sums[place] / rounds)));
		}
		output.metric("bestThreads", sizes.get(best));
		output.metric("ofBest", sums[SIZES.indexOf(1.0)] / sums[best]);
	}

	/** Returns the tasks per second of a pool whose threads always have a task. */
	static double throughput(int threads, Task task, Duration slice) throws InterruptedException {
		LongAdder completed = new LongAdder();
		AtomicBoolean ended = new AtomicBoolean();
		/*
		 * Threads that begin at once would leave no core to the thread that starts the
		 * others.
		 */
		CountDownLatch started = new CountDownLatch(1);
		try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
			try {
				for (int thread = 0; thread < threads; thread++) {
					pool.submit(() -> {
						started.await();
						while (!ended.get()) {
							task.run();
							completed.increment();
						}
						return true;
					});
				}
				started.countDown();
				Thread.sleep(RAMP);
				long before = completed.sum();
				long begin = System.nanoTime();
				Thread.sleep(slice);
				return (completed.sum() - before) * 1e9 / (System.nanoTime() - begin);
			}
			finally {
				ended.set(true);
				started.countDown();
			}
		}
	}

	/*-
	 * Expected result: throughput grows with the threads up to the predicted size, and
	 * hardly above it. The predicted size reaches at least 90 % of the best throughput.
	 * It does not reach all of it: the size is just enough if a task is always ready when
	 * another one waits, and by chance sometimes none is.
	 *
	 * To see it, for a wait of 20 times compute, as with 0.1 ms of I/O and 5 us of
	 * compute:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.pools.MixedPool --ratio=20
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "ratio");
		boolean quick = options.has("quick");
		run(options.number("ratio", 20), quick ? 1 : 3, Duration.ofMillis(quick ? 200 : 1000), options.output());
	}

}
