package lab.programs.pools;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;

/**
 * Tasks that wait need a thread each, but not a core each.
 * <p>
 * 5,000 tasks sleep for one second each, as if they waited for another system. They do
 * not compute, so the number of threads alone determines the duration: tasks / threads
 * seconds.
 */
public final class IoPool {

	private static final int TASKS = 5_000;

	private static final int THREADS = 200;

	/** Tasks of {@code --quick} for 200 threads: enough to keep them busy for 2 s. */
	private static final int FEWER_TASKS = 400;

	private static final Duration SLEEP = Duration.ofSeconds(1);

	enum Pool {

		/*
		 * Too small: 200 threads, the default of Tomcat. 4,800 tasks wait for nothing but
		 * a thread: 5,000 / 200 x 1 s = 25 s.
		 */
		FIXED_200(THREADS, () -> Executors.newFixedThreadPool(THREADS)),

		/*
		 * Fast but expensive: a platform thread per task, so all tasks sleep at once. The
		 * pool has no limit: ten times the tasks need ten times the threads.
		 */
		CACHED(Integer.MAX_VALUE, Executors::newCachedThreadPool),

		/*
		 * Fast and cheap: a virtual thread per task, on a few platform threads. A
		 * sleeping virtual thread is an object on the heap.
		 */
		VIRTUAL(Integer.MAX_VALUE, Executors::newVirtualThreadPerTaskExecutor);

		private final int most;

		private final Supplier<ExecutorService> factory;

		Pool(int most, Supplier<ExecutorService> factory) {
			this.most = most;
			this.factory = factory;
		}

	}

	static void run(Pool pool, int tasks, Duration sleep, Output output) {
		output.heading("%s, %d tasks of %d ms", pool, tasks, sleep.toMillis());
		AtomicInteger asleep = new AtomicInteger();
		AtomicInteger mostAsleep = new AtomicInteger();
		AtomicInteger completed = new AtomicInteger();
		long begin = System.nanoTime();
		try (ExecutorService threads = pool.factory.get()) {
			for (int task = 0; task < tasks; task++) {
				threads.submit(() -> {
					mostAsleep.accumulateAndGet(asleep.incrementAndGet(), Math::max);
					Thread.sleep(sleep);
					asleep.decrementAndGet();
					return completed.incrementAndGet();
				});
			}
			/* All tasks are submitted, and those that have a thread are asleep. */
			ProcessStatus.residentMib().ifPresent((mib) -> output.metric("rssPeak", mib));
			ProcessStatus.threads().ifPresent((count) -> output.metric("platformThreadsPeak", count));
		}
		double seconds = (System.nanoTime() - begin) / 1e9;
		int atOnce = Math.min(tasks, pool.most);
		output.metric("tasksPerSecond", tasks / seconds);
		output.metric("tasksCeiling", atOnce * 1000.0 / sleep.toMillis());
		output.metric("seconds", seconds);
		output.metric("poolThreads", mostAsleep.get());
		output.check("completed", completed.get(), tasks);
		/*
		 * Without a limit, the first tasks may end before the last threads have started.
		 */
		if (pool.most < tasks) {
			output.check("asleepAtOnce", mostAsleep.get(), atOnce);
		}
	}

	/*-
	 * Expected result with 5,000 tasks (4 cores, JDK 25):
	 *
	 *              time     platform threads  resident memory
	 *   fixed-200  25.05 s               221           66 MiB
	 *   cached      2.08 s             4,683          216 MiB
	 *   virtual     1.08 s                25           53 MiB
	 *
	 * The cached pool takes one second longer, because starting a thread takes 0.2 ms:
	 * the last tasks begin when the first ones have ended, and reuse their threads.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.pools.IoPool --variant=cached
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments);
		for (Pool pool : options.choose("variant", Pool.class)) {
			boolean fewer = options.has("quick") && pool == Pool.FIXED_200;
			run(pool, fewer ? FEWER_TASKS : TASKS, SLEEP, options.output());
		}
	}

}
