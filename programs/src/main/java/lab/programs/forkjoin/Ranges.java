package lab.programs.forkjoin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;

/**
 * Divides the elements from 0 to n among threads in two ways: by halving ranges, or with
 * one range per thread.
 */
final class Ranges {

	private Ranges() {
	}

	/**
	 * The work on the elements from {@code from} (inclusive) to {@code to} (exclusive).
	 */
	@FunctionalInterface
	interface Work {

		long of(int from, int to);

	}

	/*
	 * Each task halves its range until a leaf is reached. An idle thread steals the
	 * oldest task of another thread, which is a large one.
	 */
	static long forkJoin(int threads, int elements, int leaf, Work work) {
		try (ForkJoinPool pool = new ForkJoinPool(threads)) {
			return pool.submit(new Range(0, elements, leaf, work)).join();
		}
	}

	/*
	 * There are as many tasks as threads: no task is superfluous, and no work can move to
	 * another thread.
	 */
	static long threadPool(int threads, int elements, Work work) {
		try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
			List<Future<Long>> parts = new ArrayList<>();
			for (int part = 0; part < threads; part++) {
				int from = (int) ((long) elements * part / threads);
				int to = (int) ((long) elements * (part + 1) / threads);
				parts.add(pool.submit(() -> work.of(from, to)));
			}
			long sum = 0;
			for (Future<Long> part : parts) {
				sum += part.get();
			}
			return sum;
		}
		catch (ExecutionException | InterruptedException ex) {
			throw new IllegalStateException("a part of the work has no result", ex);
		}
	}

	private static final class Range extends RecursiveTask<Long> {

		private final int from;

		private final int to;

		private final int leaf;

		private final transient Work work;

		Range(int from, int to, int leaf, Work work) {
			this.from = from;
			this.to = to;
			this.leaf = leaf;
			this.work = work;
		}

		@Override
		protected Long compute() {
			if (this.to - this.from <= this.leaf) {
				return this.work.of(this.from, this.to);
			}
			int middle = (this.from + this.to) >>> 1;
			Range left = new Range(this.from, middle, this.leaf, this.work);
			left.fork();
			long right = new Range(middle, this.to, this.leaf, this.work).compute();
			return left.join() + right;
		}

	}

}
