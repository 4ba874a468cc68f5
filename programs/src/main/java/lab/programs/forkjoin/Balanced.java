package lab.programs.forkjoin;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import lab.programs.Diagnostics;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * If all elements cost the same, a task for every ten elements costs more than the work.
 * <p>
 * The benchmark counts the elements below 0.5 among 20 million. Each needs the same time,
 * so equal ranges are a fair share for each thread, and there is nothing to steal.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = { "-Xms1g", "-Xmx1g" })
public class Balanced {

	/** 160 MB. */
	static final int ELEMENTS = 20_000_000;

	private static final int LEAF = 10;

	@Param({ "1", "4" })
	public int threads;

	private double[] elements = {};

	@Setup
	public void fill() {
		this.elements = new SplittableRandom(42).doubles(ELEMENTS).toArray();
	}

	/*
	 * Wrong for this work: ranges are halved down to ten elements. That creates about
	 * four million tasks, each of which is allocated, queued, joined and collected.
	 */
	@Benchmark
	public long forkJoin(Collecting collecting) {
		return Ranges.forkJoin(this.threads, ELEMENTS, LEAF, this::below);
	}

	/* Right: as many tasks as threads. */
	@Benchmark
	public long threadPool(Collecting collecting) {
		return Ranges.threadPool(this.threads, ELEMENTS, this::below);
	}

	private long below(int from, int to) {
		long count = 0;
		for (int element = from; element < to; element++) {
			if (this.elements[element] < 0.5) {
				count++;
			}
		}
		return count;
	}

	/**
	 * The share of an iteration in which the garbage collector worked. JMH's table sums
	 * it over the iterations; {@code bench} shows the mean.
	 */
	@State(Scope.Thread)
	@AuxCounters(AuxCounters.Type.EVENTS)
	public static class Collecting {

		private long begin;

		private long before;

		@Setup(Level.Iteration)
		public void start() {
			this.begin = System.nanoTime();
			this.before = Diagnostics.gcMillis();
		}

		public double gcShare() {
			return (Diagnostics.gcMillis() - this.before) * 1e6 / (System.nanoTime() - this.begin);
		}

	}

	/*-
	 * Expected result (4 cores, JDK 25): fork/join takes 87 ms with 1 thread and 26 ms
	 * with 4, the thread pool 17 ms and 8 ms. Oaks measured 100 million elements on 4
	 * cores: fork/join 3.2 s and 1.9 s, of which 1.2 s were collections; thread pool 0.31
	 * s and 0.15 s. Today the tasks die young, and the collector needs 1 % of the time.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar Balanced
	 *   ./bench run balanced
	 */

}
