package lab.programs.forkjoin;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import lab.programs.pools.CpuPool;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A parallel stream has one thread more than its pool: the calling thread.
 * <p>
 * A parallel stream computes the 10,000 price histories of {@link CpuPool} with
 * {@code forEach} in a pool of n threads. The calling thread would only wait, so it
 * computes as well, and n + 1 threads are at work.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ParallelStream {

	@Param({ "1", "2", "4", "8", "15" })
	public int threads;

	/*
	 * Called from a thread outside the pool: n + 1 threads compute. A JVM flag sets the
	 * size of the common pool.
	 */
	@Benchmark
	public double[] commonPool(Workers workers) {
		int size = ForkJoinPool.getCommonPoolParallelism();
		if (size != this.threads) {
			throw new IllegalStateException(
					"the common pool has %d threads; start with -p threads=%d and ".formatted(size, this.threads)
							+ "-jvmArgsAppend -Djava.util.concurrent.ForkJoinPool.common.parallelism=" + this.threads);
		}
		workers.expected = this.threads + 1;
		double[] highest = new double[CpuPool.TASKS];
		IntStream.range(0, CpuPool.TASKS).parallel().forEach(task(highest, workers));
		return highest;
	}

	/*
	 * Called from within an own pool: only its n threads compute. The submitting thread
	 * waits.
	 */
	@Benchmark
	public double[] ownPool(Workers workers) {
		workers.expected = this.threads;
		double[] highest = new double[CpuPool.TASKS];
		try (ForkJoinPool pool = new ForkJoinPool(this.threads)) {
			pool.submit(() -> IntStream.range(0, CpuPool.TASKS).parallel().forEach(task(highest, workers))).join();
		}
		return highest;
	}

	/* A thread pool with a task per history: n threads compute. */
	@Benchmark
	public double[] threadPool(Workers workers) {
		workers.expected = this.threads;
		double[] highest = new double[CpuPool.TASKS];
		IntConsumer task = task(highest, workers);
		try (ExecutorService pool = Executors.newFixedThreadPool(this.threads)) {
			for (int number = 0; number < CpuPool.TASKS; number++) {
				int own = number;
				pool.execute(() -> task.accept(own));
			}
		}
		return highest;
	}

	private static IntConsumer task(double[] highest, Workers workers) {
		return (task) -> {
			workers.seen.add(Thread.currentThread());
			highest[task] = CpuPool.highestPrice(task);
		};
	}

	/**
	 * Counts the threads that computed. JMH's table sums it over the iterations;
	 * {@code bench} shows the mean.
	 */
	@State(Scope.Thread)
	@AuxCounters(AuxCounters.Type.EVENTS)
	public static class Workers {

		private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

		private int most;

		private int expected;

		@Setup(Level.Invocation)
		public void forget() {
			this.seen.clear();
		}

		@TearDown(Level.Invocation)
		public void count() {
			this.most = Math.max(this.most, this.seen.size());
		}

		public int poolThreads() {
			return this.most;
		}

		/**
		 * Fails the benchmark if the number of threads is not the one that theory
		 * predicts.
		 */
		@TearDown
		public void check() {
			if (this.most != this.expected) {
				throw new IllegalStateException(this.most + " threads computed, not " + this.expected);
			}
		}

	}

	/*-
	 * Expected result (4 cores, JDK 25) with 1, 2, 4, 8 and 15 threads: thread pool 0.42,
	 * 0.21, 0.13, 0.13, 0.13 s; common pool 0.25, 0.17, 0.12, 0.11, 0.11 s, because one
	 * more thread computes. Oaks measured: thread pool 255.6, 134.8, 77.0, 81.7, 85.6 s;
	 * parallel stream 135.4, 110.2, 96.5, 84.0, 84.6 s.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar ParallelStream.threadPool
	 *   java -jar programs/target/programs.jar ParallelStream.commonPool -p threads=4 \
	 *     -jvmArgsAppend -Djava.util.concurrent.ForkJoinPool.common.parallelism=4
	 *   ./bench run parallel-stream
	 */

}
