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
 * Where elements differ, threads that steal from each other end at the same time.
 * <p>
 * 10,000 elements, and an element costs in proportion to its index. With a range for each
 * of four threads the last range is 7/16 of the work, since 1 - (3/4)² = 7/16: three
 * threads wait for the fourth. With stealing each does a quarter.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class Unbalanced {

	static final int ELEMENTS = 10_000;

	/** Steps of an element for each one before it, a few nanoseconds each. */
	private static final int STEPS = 4;

	/** Threads of the pool. */
	@Param({ "1", "4" })
	public int threads;

	/** Most elements of a task that does not split itself. */
	@Param("10")
	public int leaf;

	/* Wrong for work like this: a range for each thread, and the last one is dear. */
	@Benchmark
	public long threadPool() {
		return Ranges.threadPool(this.threads, ELEMENTS, Unbalanced::work);
	}

	/*
	 * Right: halves of halves, so that a thread that has finished finds something to
	 * steal. How small a leaf is hardly matters, as long as it is small against the share
	 * of a thread.
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

	/** Each step needs the one before it, so none can be left out. */
	private static long steps(int element) {
		long state = element;
		for (int step = STEPS * element; step > 0; step--) {
			state = (state ^ (state >>> 29)) * 0xbf58476d1ce4e5b9L + step;
		}
		return state;
	}

	/*-
	 * What you should see on 4 cores: with 4 threads the thread pool takes 7/16 of the
	 * time of one thread, fork/join a quarter. Oaks: 54.5 s and 16.6 s with fork/join,
	 * 53.3 s and 24.2 s with the thread pool. Leaves of 1 to 20 elements do not differ;
	 * with a leaf of 2,500 there is nothing to steal.
	 *
	 * To see it:
	 *
	 *   java -jar programs/target/programs.jar Unbalanced
	 *   ./bench run unbalanced
	 *   ./bench run leaf-size
	 */

}
