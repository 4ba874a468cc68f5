package lab.programs.virtual;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A pool of virtual threads limits the tasks at once, and so does a semaphore. The pool
 * also lets a task find what an earlier one left in its thread.
 */
public final class PooledVirtual {

	private static final int LIMIT = 50;

	private static final int TASKS = 1000;

	private static final Duration SLEEP = Duration.ofMillis(50);

	/** What a task leaves behind, and the next one should not find. */
	private static final ThreadLocal<String> USER = new ThreadLocal<>();

	private PooledVirtual() {
	}

	enum Variant {

		/*
		 * Wrong: a pool of 50 virtual threads. A pool exists because threads are dear;
		 * these are not. Here it is a limit in disguise, its threads go from task to
		 * task, and what waits in its queue is in no thread dump.
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
		 * Right: a thread for each task, and a semaphore where the limit belongs: around
		 * what must not be asked by more than 50 at once.
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

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	static void run(Variant variant, int tasks, int batches, Output output)
			throws ExecutionException, InterruptedException, IOException {
		output.heading("%s of %d, %d tasks of %d ms".formatted(variant, LIMIT, tasks, SLEEP.toMillis()));
		AtomicInteger atOnce = new AtomicInteger();
		AtomicInteger mostAtOnce = new AtomicInteger();
		AtomicInteger made = new AtomicInteger();
		ThreadFactory virtual = Thread.ofVirtual().factory();
		int foreign = 0;
		int dumped = tasksInDump(variant, tasks);
		for (int number = 0; number < batches; number++) {
			made.set(0);
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
				made.incrementAndGet();
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
		output.check("threadsMade", made.get(), (variant == Variant.POOL) ? LIMIT : tasks);
		output.check("tasksInDump", dumped, (variant == Variant.POOL) ? LIMIT : tasks);
		output.check("foreignValues", foreign, (variant == Variant.POOL) ? tasks - LIMIT : 0);
	}

	/**
	 * Submits tasks that stand still, and takes a thread dump as jcmd's
	 * {@code Thread.dump_to_file} does, which knows virtual threads. A task in the queue
	 * of a pool has no thread.
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
				return dumped("PooledVirtual.standStill(");
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

	/** Frames of a method in a thread dump. */
	private static int dumped(String method) throws IOException {
		Path folder = Files.createTempDirectory("thread-dump");
		Path file = folder.resolve("dump.txt");
		try {
			ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
				.dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
			try (Stream<String> lines = Files.lines(file)) {
				return Math.toIntExact(lines.filter((line) -> line.contains(method)).count());
			}
		}
		finally {
			Files.deleteIfExists(file);
			Files.delete(folder);
		}
	}

	/*-
	 * What you should see: both run 50 at once, nearly 50 / 0.05 s = 1000 tasks/s. In the
	 * pool 950 of 1000 tasks find the value of another one, and a thread dump shows 50 of
	 * them; with the semaphore none does, and it shows all.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.virtual.PooledVirtual
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException, IOException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? 4 * LIMIT : TASKS, options.has("quick") ? 2 : 5,
					new Output(System.out, options.has("json")));
		}
	}

}
