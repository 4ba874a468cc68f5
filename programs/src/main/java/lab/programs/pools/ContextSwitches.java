package lab.programs.pools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;

/**
 * Waking a thread can cost more than the work that it does.
 * <p>
 * Each second 4,096 jobs of 0.2 ms are due. Either 4,096 threads do one job each, or 64
 * threads do 64 jobs each. The work is the same, so any further CPU time is the cost of
 * switching: waking a thread, scheduling it, filling the caches again and putting it to
 * sleep.
 */
public final class ContextSwitches {

	/** Jobs per second. */
	private static final int JOBS = 4_096;

	/** Price histories per job: about 0.2 ms of CPU time. */
	private static final int HISTORIES = 3;

	enum Threads {

		/*
		 * Wrong: a platform thread for each job that may be due at once. The kernel
		 * switches to each of them and back.
		 */
		PLATFORM_4096(JOBS, Executors::newFixedThreadPool),

		/* Right: a few threads, each of which does one job after the other. */
		PLATFORM_64(64, Executors::newFixedThreadPool),

		/*
		 * Better than platform threads: the JVM switches between virtual threads on a few
		 * carriers, which is cheaper than a switch of the kernel but not free.
		 */
		VIRTUAL_4096(JOBS, (threads) -> Executors.newVirtualThreadPerTaskExecutor());

		private final int number;

		private final IntFunction<ExecutorService> factory;

		Threads(int number, IntFunction<ExecutorService> factory) {
			this.number = number;
			this.factory = factory;
		}

	}

	/**
	 * Wakes all threads once a second.
	 * @param warmUp seconds for the threads to start and for the compiler to finish
	 * @param seconds seconds to measure
	 */
	static void run(Threads threads, int warmUp, int seconds, Output output) throws InterruptedException {
		output.heading("%s, %d jobs a second", threads, JOBS);
		LongAdder completed = new LongAdder();
		LongAdder ownNanos = new LongAdder();
		Phaser beat = new Phaser(1);
		try (ExecutorService pool = threads.factory.apply(threads.number)) {
			try {
				for (int thread = 0; thread < threads.number; thread++) {
					pool.execute(() -> work(beat, JOBS / threads.number, completed, ownNanos));
				}
				beats(beat, warmUp, completed);
				long ownBefore = ownNanos.sum();
				/*
				 * Reading the switches of thousands of threads takes time, so they are
				 * read outside of the measured interval.
				 */
				OptionalLong switchesBefore = ProcessStatus.contextSwitches();
				long begin = System.nanoTime();
				long cpuBefore = Diagnostics.cpuNanos();
				beats(beat, seconds, completed);
				double nanos = System.nanoTime() - begin;
				double cpuNanos = Diagnostics.cpuNanos() - cpuBefore;
				OptionalLong switches = ProcessStatus.contextSwitches();
				output.metric("cpuUsed", cpuNanos / nanos);
				/* The JVM does not report the CPU time of virtual threads. */
				if (ownNanos.sum() > ownBefore) {
					output.metric("ownWork", (ownNanos.sum() - ownBefore) / cpuNanos);
				}
				if (switchesBefore.isPresent() && switches.isPresent()) {
					long switched = switches.getAsLong() - switchesBefore.getAsLong();
					output.metric("contextSwitches", switched * 1e9 / nanos);
				}
				output.metric("poolThreads", threads.number);
			}
			finally {
				/* After a failure, no thread must wait for a second that never comes. */
				beat.forceTermination();
			}
		}
		output.check("completed", completed.sum(), (warmUp + seconds) * (long) JOBS);
	}

	/**
	 * Starts the jobs of each second, and returns when the last job is done. So no job
	 * counts before and after the edge of a measurement.
	 */
	private static void beats(Phaser beat, int seconds, LongAdder completed) throws InterruptedException {
		for (int second = 0; second < seconds; second++) {
			long due = completed.sum() + JOBS;
			beat.arrive();
			TimeUnit.SECONDS.sleep(1);
			while (completed.sum() < due) {
				TimeUnit.MILLISECONDS.sleep(1);
			}
		}
	}

	/** Waits for the next second, does its jobs, and repeats. */
	private static void work(Phaser beat, int jobs, LongAdder completed, LongAdder ownNanos) {
		ThreadMXBean thread = ManagementFactory.getThreadMXBean();
		boolean measurable = !Thread.currentThread().isVirtual();
		for (int second = 0; beat.awaitAdvance(second) >= 0; second++) {
			long before = measurable ? thread.getCurrentThreadCpuTime() : 0;
			for (int number = 0; number < jobs; number++) {
				CpuPool.compute(HISTORIES);
			}
			ownNanos.add(measurable ? thread.getCurrentThreadCpuTime() - before : 0);
			completed.add(jobs);
		}
	}

	/*-
	 * Expected result (4 cores, JDK 25), for the same work per second:
	 *
	 *                  CPU used  context switches
	 *   platform-4096      75 %          3,600 /s
	 *   virtual-4096       69 %             50 /s
	 *   platform-64        54 %            200 /s
	 *
	 * 100 % is one core.
	 *
	 * To see it:
	 *
	 *   java -Xss256k -cp programs/target/programs.jar lab.programs.pools.ContextSwitches
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Threads threads : options.choose("variant", Threads.class)) {
			run(threads, 3, options.has("quick") ? 3 : 15, options.output());
		}
	}

}
