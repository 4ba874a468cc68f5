package lab.programs.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import lab.programs.Options;
import lab.programs.Output;

/**
 * Carriers are the platform threads that run virtual threads: one per core, unless a flag
 * says otherwise. A waiting virtual thread needs no carrier. A computing one keeps its
 * carrier until it waits, because the scheduler has no time slices.
 */
public final class Carriers {

	private static final Duration SLEEP = Duration.ofMillis(100);

	private static final int WAITING_TASKS = 2000;

	private static final int COMPUTING_TASKS = 400;

	enum Variant {

		/*
		 * Tasks that sleep for 100 ms: one carrier is enough to start and end 2000 of
		 * them.
		 */
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

		/* Tasks that compute: as many run at once as there are carriers and cores. */
		COMPUTE {
			@Override
			void run(boolean quick, Output output) throws ExecutionException, InterruptedException {
				batches(Collections.nCopies(COMPUTING_TASKS, () -> Scheduler.compute(3_000_000)), quick, output);
			}
		},

		/*
		 * The trap: every carrier has a task that computes, and one more task is started.
		 * It cannot begin before another one ends, however short it is.
		 */
		STARVED {
			@Override
			void run(boolean quick, Output output) throws InterruptedException {
				output.check("servedWhileAllCompute", served(Thread.ofVirtual(), Scheduler.carriers()), 0);
			}
		},

		/*
		 * The remedy: platform threads for long computations. More of them than cores
		 * compute here, and the kernel still gives another thread its time slice.
		 */
		TIME_SLICES {
			@Override
			void run(boolean quick, Output output) throws InterruptedException {
				int computing = Math.max(Scheduler.carriers(), 2 * Runtime.getRuntime().availableProcessors());
				output.check("servedWhileAllCompute", served(Thread.ofPlatform(), computing), 1);
			}
		};

		abstract void run(boolean quick, Output output) throws ExecutionException, InterruptedException;

	}

	/**
	 * Starts threads that compute, then a short one.
	 * @return 1 if the short one ended within a second while the others computed, else 0
	 */
	private static int served(Thread.Builder builder, int computing) throws InterruptedException {
		CountDownLatch busy = new CountDownLatch(computing);
		AtomicBoolean enough = new AtomicBoolean();
		List<Thread> threads = new ArrayList<>();
		for (int number = 0; number < computing; number++) {
			threads.add(builder.start(() -> {
				busy.countDown();
				while (!enough.get()) {
					Thread.onSpinWait();
				}
			}));
		}
		Scheduler.await(() -> busy.getCount() == 0);
		AtomicInteger served = new AtomicInteger();
		Thread one = builder.start(served::incrementAndGet);
		one.join(Duration.ofSeconds(1));
		int meanwhile = served.get();
		enough.set(true);
		threads.add(one);
		for (Thread thread : threads) {
			thread.join();
		}
		return meanwhile;
	}

	/** Prints a figure per batch; several figures show the spread. */
	private static void batches(List<Callable<Long>> tasks, boolean quick, Output output)
			throws ExecutionException, InterruptedException {
		Scheduler.runAll(tasks);
		for (int number = 0; number < (quick ? 2 : 5); number++) {
			long begin = System.nanoTime();
			Scheduler.runAll(tasks);
			output.metric("tasksPerSecond", tasks.size() * 1e9 / (System.nanoTime() - begin));
		}
	}

	/*-
	 * Expected result with 1, 2 and 4 carriers on 4 cores:
	 *
	 *   wait          nearly 20,000 tasks/s each time: 2000 tasks / 0.1 s
	 *   compute       throughput in proportion to the carriers
	 *   starved       the short task does not begin while every carrier computes
	 *   time-slices   with platform threads it does
	 *
	 * To see it:
	 *
	 *   java -Djdk.virtualThreadScheduler.parallelism=1 -cp programs/target/programs.jar \
	 *     lab.programs.virtual.Carriers
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException {
		Options options = Options.of(arguments, "carriers");
		Scheduler.require(options.number("carriers", Scheduler.carriers()));
		for (Variant variant : options.choose("variant", Variant.class)) {
			Output output = options.output();
			output.heading("%s with %d carriers", variant, Scheduler.carriers());
			variant.run(options.has("quick"), output);
		}
	}

}
