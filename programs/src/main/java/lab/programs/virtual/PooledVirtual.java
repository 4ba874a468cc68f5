package lab.programs.virtual;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A pool of virtual threads limits concurrency, and so does a semaphore. But in the pool
 * a task finds values that an earlier task left in its thread.
 */
public final class PooledVirtual {

	private static final int LIMIT = 50;

	private static final int TASKS = 1000;

	private static final Duration SLEEP = Duration.ofMillis(50);

	/** A value that each task sets and does not remove. */
	private static final ThreadLocal<String> USER = new ThreadLocal<>();

	enum Variant {

		/*
		 * Wrong: a pool of 50 virtual threads. Pools exist because threads are expensive,
		 * and these are not. Here the pool is a hidden limit: its threads are reused by
		 * later tasks, and tasks in its queue appear in no thread dump.
		 */
		POOL {
			@Override
			ExecutorService executor(ThreadFactory threads) {
				return Executors.newFixedThreadPool(LIMIT, threads);
			}

			@Override
			Callable<Boolean> limited(Callable<Boolean> task, Semaphore permits) {
				return task;
			}
		},

		/*
		 * Right: a thread per task, and a semaphore around the resource that at most 50
		 * tasks may use at once.
		 */
		SEMAPHORE {
			@Override
			ExecutorService executor(ThreadFactory threads) {
				return Executors.newThreadPerTaskExecutor(threads);
			}

			@Override
			Callable<Boolean> limited(Callable<Boolean> task, Semaphore permits) {
				return () -> {
					permits.acquire();
					try {
						return task.call();
					}
					finally {
						permits.release();
					}
				};
			}
		};

		abstract ExecutorService executor(ThreadFactory threads);

		abstract Callable<Boolean> limited(Callable<Boolean> task, Semaphore permits);

	}

	static void run(Variant variant, int tasks, int batches, Output output)
			throws ExecutionException, InterruptedException, IOException {
		output.heading("%s of %d, %d tasks of %d ms", variant, LIMIT, tasks, SLEEP.toMillis());
		AtomicInteger atOnce = new AtomicInteger();
		AtomicInteger mostAtOnce = new AtomicInteger();
		AtomicInteger created = new AtomicInteger();
		ThreadFactory virtual = Thread.ofVirtual().factory();
		int foreign = 0;
		int dumped = tasksInDump(variant, tasks);
		for (int number = 0; number < batches; number++) {
			created.set(0);
			foreign = 0;
			Callable<Boolean> task = variant.limited(() -> {
				boolean found = USER.get() != null;
				USER.set("somebody");
				mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
				Thread.sleep(SLEEP);
				atOnce.decrementAndGet();
				return found;
			}, new Semaphore(LIMIT));
			long begin = System.nanoTime();
			try (ExecutorService threads = variant.executor((work) -> {
				created.incrementAndGet();
				return virtual.newThread(work);
			})) {
				List<Callable<Boolean>> batch = Collections.nCopies(tasks, task);
				for (Future<Boolean> done : threads.invokeAll(batch)) {
					foreign += done.get() ? 1 : 0;
				}
			}
			output.metric("tasksPerSecond", tasks * 1e9 / (System.nanoTime() - begin));
		}
		output.metric("tasksCeiling", LIMIT * 1000.0 / SLEEP.toMillis());
		output.metric("foreignValues", foreign);
		output.metric("tasksInDump", dumped);
		output.check("atOnce", mostAtOnce.get(), LIMIT);
		output.check("threadsMade", created.get(), (variant == Variant.POOL) ? LIMIT : tasks);
		output.check("tasksInDump", dumped, (variant == Variant.POOL) ? LIMIT : tasks);
		output.check("foreignValues", foreign, (variant == Variant.POOL) ? tasks - LIMIT : 0);
	}

	/**
	 * Submits tasks that wait, and takes a thread dump as jcmd's
	 * {@code Thread.dump_to_file} does, which includes virtual threads. A task in the
	 * queue of a pool has no thread.
	 */
	private static int tasksInDump(Variant variant, int tasks) throws InterruptedException, IOException {
		CountDownLatch end = new CountDownLatch(1);
		Semaphore permits = new Semaphore(LIMIT);
		AtomicInteger begun = new AtomicInteger();
		try (ExecutorService threads = variant.executor(Thread.ofVirtual().factory())) {
			for (int task = 0; task < tasks; task++) {
				threads.submit(() -> standStill(begun, variant.limited(() -> {
					end.await();
					return true;
				}, permits)));
			}
			try {
				int withThread = (variant == Variant.POOL) ? Math.min(LIMIT, tasks) : tasks;
				while (begun.get() < withThread) {
					Thread.sleep(1);
				}
				return (int) Diagnostics.threadDump()
					.lines()
					.filter((line) -> line.contains("PooledVirtual.standStill("))
					.count();
			}
			finally {
				end.countDown();
			}
		}
	}

	private static boolean standStill(AtomicInteger begun, Callable<Boolean> limited) throws Exception {
		begun.incrementAndGet();
		return limited.call();
	}

	/*-
	 * Expected result: both run 50 tasks at once, nearly 50 / 0.05 s = 1000 tasks/s. In
	 * the pool, 950 of 1000 tasks find the value of another task, and a thread dump shows
	 * 50 tasks. With the semaphore no task finds one, and the dump shows all tasks.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.virtual.PooledVirtual
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException, IOException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? 4 * LIMIT : TASKS, options.has("quick") ? 2 : 5, options.output());
		}
	}

}
