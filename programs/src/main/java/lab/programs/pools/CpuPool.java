package lab.programs.pools;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * CPU-bound work needs as many threads as there are cores.
 * <p>
 * Each task simulates the history of a stock price, as in table 1 of Oaks' chapter on
 * thread pools. A task never waits, so additional threads have no core to run on:
 * throughput is at most min(threads, cores) / time per task.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(CpuPool.TASKS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CpuPool {

	/** Tasks per call of the benchmark. */
	public static final int TASKS = 10_000;

	/** A result that is used keeps the compiler from removing the work. */
	private static volatile double result;

	/** Ten years of trading days. */
	private static final int DAYS = 2_520;

	@Param({ "1", "2", "4", "8", "15" })
	public int threads;

	/*
	 * Right: as many threads as cores. More threads gain nothing and cost little, because
	 * they take turns on the cores.
	 */
	@Benchmark
	public double fixedPool() {
		return histories(Executors.newFixedThreadPool(this.threads));
	}

	/*
	 * No better: each worker has its own queue and steals from the others. That pays off
	 * for tasks that split themselves; these tasks are independent and equal.
	 */
	@Benchmark
	public double forkJoin() {
		return histories(new ForkJoinPool(this.threads));
	}

	/*
	 * No better either: a virtual thread per task. Virtual threads make waiting cheap,
	 * and these tasks do not wait. The number of carriers, which a JVM flag sets, limits
	 * how many tasks compute at once.
	 */
	@Benchmark
	public double virtualThreads() {
		int carriers = Integer.getInteger("jdk.virtualThreadScheduler.parallelism",
				Runtime.getRuntime().availableProcessors());
		if (carriers != this.threads) {
			throw new IllegalStateException("there are %d carriers; start with -p threads=%d and -jvmArgsAppend "
				.formatted(carriers, this.threads) + "-Djdk.virtualThreadScheduler.parallelism=" + this.threads);
		}
		return histories(Executors.newVirtualThreadPerTaskExecutor());
	}

	/*
	 * The submitting thread only waits. With invokeAll of a ForkJoinPool, or with a
	 * parallel stream, it might compute as well, and the pool would have one more thread
	 * than intended.
	 */
	private static double histories(ExecutorService pool) {
		double[] highest = new double[TASKS];
		try (pool) {
			for (int task = 0; task < TASKS; task++) {
				int number = task;
				pool.execute(() -> highest[number] = highestPrice(number));
			}
		}
		/* Otherwise the compiler may remove the work, because its result is unused. */
		return DoubleStream.of(highest).sum();
	}

	/**
	 * Computes for a while: a tenth of a millisecond or less per history.
	 */
	static void compute(int histories) {
		double highest = 0;
		for (int history = 0; history < histories; history++) {
			highest += highestPrice(history);
		}
		result = highest;
	}

	/**
	 * Simulates a daily random walk and returns the highest price. Each seed means the
	 * same amount of work.
	 */
	public static double highestPrice(long seed) {
		SplittableRandom random = new SplittableRandom(seed);
		double price = 100;
		double highest = price;
		for (int day = 0; day < DAYS; day++) {
			price *= Math.exp(0.01 * random.nextGaussian());
			highest = Math.max(highest, price);
		}
		return highest;
	}

	/*-
	 * Expected result: tasks/s grow in proportion to the threads up to the number of
	 * cores, and then stay within about 10 %. Oaks measured 10,000 tasks on 4 cores:
	 * 255.6 s with 1 thread, 134.8 with 2, 77.0 with 4, 81.7 with 8, 85.6 with 15.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar CpuPool.fixedPool
	 *   java -jar programs/target/programs.jar CpuPool.virtualThreads -p threads=4 \
	 *     -jvmArgsAppend -Djdk.virtualThreadScheduler.parallelism=4
	 *
	 * All variants and points, in random order:
	 *
	 *   ./bench run cpu-pool
	 */

}
