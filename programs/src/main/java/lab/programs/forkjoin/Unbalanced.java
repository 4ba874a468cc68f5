package lab.programs.forkjoin;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * If elements differ in cost, threads that steal from each other finish at the same time.
 * <p>
 * The cost of each of 10,000 elements is proportional to its index. With one range for
 * each of four threads, the last range is 7/16 of the work, because 1 - (3/4)² = 7/16:
 * three threads wait for the fourth. With stealing, each thread does a quarter.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class Unbalanced {

	static final int ELEMENTS = 10_000;

	/** Steps per unit of the index; a step takes a few nanoseconds. */
	private static final int STEPS = 4;

	@Param({ "1", "2", "4" })
	public int threads;

	/** Largest number of elements that a task does not split. */
	@Param("10")
	public int leaf;

	/* Wrong for this work: one range per thread, and the last one is expensive. */
	@Benchmark
	public long threadPool() {
		return Ranges.threadPool(this.threads, ELEMENTS, Unbalanced::work);
	}

	/*
	 * Right: ranges are halved, so that an idle thread finds something to steal. The size
	 * of a leaf hardly matters as long as it is small against the share of a thread.
	 */
	@Benchmark
	public long forkJoin() {
		return Ranges.forkJoin(this.threads, ELEMENTS, this.leaf, Unbalanced::work);
	}

	static long work(int from, int to) {
		long sum = 0;
		for (int element = from; element < to; element++) {
			sum += steps(element);
		}
		return sum;
	}

	/** Each step depends on the one before, so the compiler cannot remove any. */
	private static long steps(int element) {
		long state = element;
		for (int step = STEPS * element; step > 0; step--) {
			state = (state ^ (state >>> 29)) * 0xbf58476d1ce4e5b9L + step;
		}
		return state;
	}

	/*-
	 * Expected result: with 2 threads on 2 cores, the thread pool takes 3/4 of the time of
	 * one thread, and fork/join half; with 4 threads on 4 cores 7/16 and a quarter. Oaks measured 54.5 s and 16.6 s with
	 * fork/join, 53.3 s and 24.2 s with the thread pool. Leaves of 1 to 20 elements make
	 * no difference; with a leaf of 2,500 there is nothing to steal.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar Unbalanced
	 *   ./bench run unbalanced
	 *   ./bench run leaf-size
	 */

}
