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
 * Work that only computes needs as many threads as there are cores.
 * <p>
 * Each task makes up the history of a stock price, as in table 1 of Oaks' chapter on
 * thread pools. It never waits, so a thread more than there are cores has no core to run
 * on: throughput is at most min(threads, cores) / time of a task.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(CpuPool.TASKS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CpuPool {

	/** Histories of a batch. */
	public static final int TASKS = 10_000;

	/** Ten years of trading days. */
	private static final int DAYS = 2_520;

	/** Threads of the pool. */
	@Param({ "1", "2", "4", "8", "15" })
	public int threads;

	/*
	 * Right: as many threads as cores. Above that, nothing is gained and little is lost;
	 * the threads take turns on the cores.
	 */
	@Benchmark
	public double fixedPool() {
		return histories(Executors.newFixedThreadPool(this.threads));
	}

	/*
	 * No better: each worker has a queue of its own and steals from others. That pays for
	 * tasks that split themselves, and these are all alike.
	 */
	@Benchmark
	public double forkJoin() {
		return histories(new ForkJoinPool(this.threads));
	}

	/*
	 * No better either: a virtual thread for each task. They are cheap to wait with, and
	 * these do not wait. What computes at once is the number of carriers, which a flag of
	 * the JVM sets, and not the number of virtual threads.
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
	 * The thread that submits only waits. Were it to compute as well, as invokeAll of a
	 * ForkJoinPool or a parallel stream may have it do, there would be one more thread
	 * than the experiment says.
	 */
	private static double histories(ExecutorService pool) {
		double[] highest = new double[TASKS];
		try (pool) {
			for (int task = 0; task < TASKS; task++) {
				int number = task;
				pool.execute(() -> highest[number] = highestPrice(number));
			}
		}
		/* The compiler may leave out work whose result is not used. */
		return DoubleStream.of(highest).sum();
	}

	/** The same work for each seed: a random walk of the price, day by day. */
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
	 * What you should see: tasks/s grow in proportion to the threads until there are as
	 * many as cores. From there on they stay within about a tenth. Oaks' times of 10,000
	 * tasks on 4 cores: 255.6 s with 1 thread, 134.8 with 2, 77.0 with 4, 81.7 with 8, 85.6
	 * with 15.
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
