package lab.programs.virtual;

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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import lab.programs.Options;
import lab.programs.Output;

/**
 * Carriers are the platform threads that run virtual threads: one a core, unless a flag
 * says otherwise. What waits needs none. What computes needs one each, and gives it back
 * to nobody until it waits: the scheduler knows no time slices.
 */
public final class Carriers {

	private static final Duration SLEEP = Duration.ofMillis(100);

	private static final int WAITING_TASKS = 2000;

	private static final int COMPUTING_TASKS = 400;

	private Carriers() {
	}

	enum Variant {

		/* 2000 tasks that sleep 100 ms: one carrier is enough to start and end them. */
		WAIT {
			@Override
			void run(boolean quick, Output output) throws ExecutionException, InterruptedException {
				batches(Collections.nCopies(WAITING_TASKS, () -> {
					Thread.sleep(SLEEP);
					return 0L;
				}), quick, output);
				output.metric("tasksCeiling", WAITING_TASKS * 1000.0 / SLEEP.toMillis());
			}
		},

		/*
		 * Tasks that compute: as many at once as there are carriers, if there are cores.
		 */
		COMPUTE {
			@Override
			void run(boolean quick, Output output) throws ExecutionException, InterruptedException {
				batches(Collections.nCopies(COMPUTING_TASKS, Carriers::sum), quick, output);
			}
		},

		/*
		 * The trap: as many tasks that compute as there are carriers, and one more. It
		 * does not begin before one of them ends, however short it is.
		 */
		STARVED {
			@Override
			void run(boolean quick, Output output) throws InterruptedException {
				CountDownLatch busy = new CountDownLatch(carriers());
				AtomicBoolean enough = new AtomicBoolean();
				AtomicInteger served = new AtomicInteger();
				List<Thread> computing = Collections.nCopies(carriers(), (Runnable) () -> {
					busy.countDown();
					while (!enough.get()) {
						Thread.onSpinWait();
					}
				}).stream().map(Thread::startVirtualThread).toList();
				busy.await();
				Thread one = Thread.startVirtualThread(served::incrementAndGet);
				boolean ended = one.join(Duration.ofSeconds(1));
				output.check("servedWhileAllCompute", served.get(), 0);
				output.check("endedWhileAllCompute", ended ? 1 : 0, 0);
				enough.set(true);
				one.join();
				for (Thread thread : computing) {
					thread.join();
				}
				output.check("servedAfterwards", served.get(), 1);
			}
		};

		abstract void run(boolean quick, Output output) throws ExecutionException, InterruptedException;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/** Each batch is a figure, so that several of them tell how far chance goes. */
	private static void batches(List<Callable<Long>> tasks, boolean quick, Output output)
			throws ExecutionException, InterruptedException {
		batch(tasks);
		for (int number = 0; number < (quick ? 2 : 5); number++) {
			long begin = System.nanoTime();
			batch(tasks);
			output.metric("tasksPerSecond", tasks.size() * 1e9 / (System.nanoTime() - begin));
		}
	}

	private static void batch(List<Callable<Long>> tasks) throws ExecutionException, InterruptedException {
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Future<Long> task : threads.invokeAll(tasks)) {
				task.get();
			}
		}
	}

	/** Some milliseconds of work. */
	private static long sum() {
		long sum = 0;
		for (long number = 0; number < 3_000_000; number++) {
			sum += number ^ (sum >>> 1);
		}
		return sum;
	}

	private static int carriers() {
		return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
	}

	/*-
	 * What you should see with 1, 2 and 4 carriers on 4 cores:
	 *
	 *   wait      nearly 20,000 tasks/s with each: 2000 tasks / 0.1 s
	 *   compute   in proportion to the carriers
	 *   starved   the short task does not begin while every carrier computes
	 *
	 * To see it:
	 *
	 *   java -Djdk.virtualThreadScheduler.parallelism=1 -cp programs/target/programs.jar \
	 *     lab.programs.virtual.Carriers
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException {
		Options options = Options.of(arguments, "carriers");
		if (options.number("carriers", carriers()) != carriers()) {
			throw new IllegalArgumentException(
					"there are " + carriers() + " carriers; start with -Djdk.virtualThreadScheduler.parallelism="
							+ options.number("carriers", 0));
		}
		for (Variant variant : options.choose("variant", Variant.class)) {
			Output output = new Output(System.out, options.has("json"));
			output.heading("%s with %d carriers".formatted(variant, carriers()));
			variant.run(options.has("quick"), output);
		}
	}

}
