package lab.programs.pools;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import lab.programs.Options;
import lab.programs.Output;

/**
 * The queue determines how many threads a {@link ThreadPoolExecutor} starts.
 * <p>
 * A pool has 4 core threads and at most 8 threads. It receives 20 tasks, and no task ends
 * before all are submitted. For each task: does a thread start, is the task queued, or is
 * it rejected?
 */
public final class Queues {

	private static final int CORE = 4;

	private static final int MAXIMUM = 8;

	private static final int TASKS = 20;

	enum Queue {

		/*
		 * Right: a bounded queue. It must be full before a thread above the core size
		 * starts, so the eighth thread starts only after ten tasks are queued. When queue
		 * and pool are full, the pool rejects: the backlog is limited.
		 */
		BOUNDED(10, () -> new ArrayBlockingQueue<>(10)),

		/*
		 * Wrong: an unbounded queue, as in Executors.newFixedThreadPool. It is never
		 * full, so the maximum of 8 has no effect: this is a pool of 4. It rejects
		 * nothing, and its backlog grows until the heap is full.
		 */
		UNBOUNDED(Integer.MAX_VALUE, LinkedBlockingQueue::new),

		/*
		 * No capacity, as in Executors.newCachedThreadPool. The queue hands a task to an
		 * idle thread, or is full. So each task starts a thread up to the maximum, then
		 * the pool rejects.
		 */
		SYNCHRONOUS(0, SynchronousQueue::new);

		private final int capacity;

		private final Supplier<BlockingQueue<Runnable>> factory;

		Queue(int capacity, Supplier<BlockingQueue<Runnable>> factory) {
			this.capacity = capacity;
			this.factory = factory;
		}

		/*
		 * The rule in the Javadoc of ThreadPoolExecutor, for tasks that do not end: first
		 * the core threads, then the queue, then the threads above the core size.
		 */
		private Step theory(int task) {
			if (task <= CORE) {
				return Step.STARTED;
			}
			if (task - CORE <= this.capacity) {
				return Step.QUEUED;
			}
			return (task - this.capacity <= MAXIMUM) ? Step.STARTED : Step.REJECTED;
		}

	}

	private enum Step {

		STARTED, QUEUED, REJECTED;

	}

	static void run(Queue queue, Output output) throws InterruptedException {
		output.heading("%s queue, %d core threads, %d at most", queue, CORE, MAXIMUM);
		ThreadPoolExecutor pool = new ThreadPoolExecutor(CORE, MAXIMUM, 1, TimeUnit.MINUTES, queue.factory.get());
		CountDownLatch release = new CountDownLatch(1);
		List<Step> seen = new ArrayList<>();
		for (int task = 1; task <= TASKS; task++) {
			Step step = submit(pool, release);
			seen.add(step);
			output.event(Options.word(step), task,
					Map.of("task", task, "threads", pool.getPoolSize(), "waiting", pool.getQueue().size()));
		}
		/* The tasks end only now, and the queued ones get a thread. */
		release.countDown();
		pool.shutdown();
		if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
			throw new IllegalStateException("the pool still works a minute after its tasks were released");
		}
		List<Step> theory = IntStream.rangeClosed(1, TASKS).mapToObj(queue::theory).toList();
		for (Step step : Step.values()) {
			String name = Options.word(step);
			output.metric(name, Collections.frequency(seen, step));
			output.check(name, Collections.frequency(seen, step), Collections.frequency(theory, step));
		}
		int rejected = Collections.frequency(theory, Step.REJECTED);
		output.metric("poolThreads", pool.getLargestPoolSize());
		output.check("poolThreads", pool.getLargestPoolSize(), Collections.frequency(theory, Step.STARTED));
		output.check("completed", pool.getCompletedTaskCount(), TASKS - rejected);
		output.check("stepsAsInTheory", IntStream.range(0, TASKS).filter((i) -> seen.get(i) == theory.get(i)).count(),
				TASKS);
	}

	/*
	 * No task ends meanwhile, so the size of the pool shows what happened: either the
	 * pool has one more thread, or the task is in the queue.
	 */
	private static Step submit(ThreadPoolExecutor pool, CountDownLatch release) {
		int threads = pool.getPoolSize();
		try {
			pool.submit(() -> {
				release.await();
				return true;
			});
		}
		catch (RejectedExecutionException ex) {
			return Step.REJECTED;
		}
		return (pool.getPoolSize() > threads) ? Step.STARTED : Step.QUEUED;
	}

	/*-
	 * Expected result with 20 tasks:
	 *
	 *   bounded      1 to 4 start, 5 to 14 are queued, 15 to 18 start, 19 and 20 are rejected
	 *   unbounded    1 to 4 start, 5 to 20 are queued
	 *   synchronous  1 to 8 start, 9 to 20 are rejected
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.pools.Queues
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Queue queue : options.choose("variant", Queue.class)) {
			run(queue, options.output());
		}
	}

}
