package lab.programs.pools;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

import com.sun.management.OperatingSystemMXBean;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;

/**
 * A thread that is woken costs more than its work.
 * <p>
 * 4,096 jobs of 0.2 ms are due each second. Each of 4,096 threads is woken for one of
 * them, or each of 64 threads for 64 of them. The work is the same; what the processors
 * do besides is switching: waking a thread, choosing it, loading what it needs into the
 * caches again, and putting it to sleep.
 */
public final class ContextSwitches {

	/** Jobs a second. */
	private static final int JOBS = 4_096;

	/** About 0.2 ms of computing a job. */
	private static final int HISTORIES = 3;

	/** Keeps the compiler from leaving out the work. */
	private static volatile double result;

	private ContextSwitches() {
	}

	enum Threads {

		/*
		 * Wrong: a platform thread for each job that may be due at once. The kernel
		 * switches to each of them and back.
		 */
		PLATFORM_4096(JOBS, Executors::newFixedThreadPool),

		/* Right: few threads that take one job after the other. */
		PLATFORM_64(64, Executors::newFixedThreadPool),

		/*
		 * As many threads, but the JVM switches between them on a few carriers. That
		 * costs less than the kernel's switch, and more than none.
		 */
		VIRTUAL_4096(JOBS, (threads) -> Executors.newVirtualThreadPerTaskExecutor());

		private final int number;

		private final IntFunction<ExecutorService> factory;

		Threads(int number, IntFunction<ExecutorService> factory) {
			this.number = number;
			this.factory = factory;
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/** Wakes all threads once a second. */
	static void run(Threads threads, int warmUp, int seconds, Output output) throws InterruptedException {
		output.heading("%s, %d jobs a second".formatted(threads, JOBS));
		LongAdder completed = new LongAdder();
		LongAdder ownNanos = new LongAdder();
		Phaser beat = new Phaser(1);
		try (ExecutorService pool = threads.factory.apply(threads.number)) {
			try {
				for (int thread = 0; thread < threads.number; thread++) {
					pool.execute(() -> work(beat, JOBS / threads.number, completed, ownNanos));
				}
				/* The first seconds are for threads that start, and for the compiler. */
				beats(beat, warmUp, completed);
				long ownBefore = ownNanos.sum();
				Usage before = Usage.begin();
				beats(beat, seconds, completed);
				Usage used = Usage.end().since(before);
				output.metric("cpuUsed", used.cpuNanos / (double) used.nanos);
				/* The JVM does not tell the CPU time of a virtual thread. */
				if (ownNanos.sum() > ownBefore) {
					output.metric("ownWork", (ownNanos.sum() - ownBefore) / (double) used.cpuNanos);
				}
				used.switches.ifPresent((switches) -> output.metric("contextSwitches", switches * 1e9 / used.nanos));
				output.metric("poolThreads", threads.number);
			}
			finally {
				/*
				 * After a failure no thread waits for a second that does not come.
				 */
				beat.forceTermination();
			}
		}
		output.check("completed", completed.sum(), (warmUp + seconds) * (long) JOBS);
	}

	/**
	 * Lets all threads go, and gives them a second, again and again. No job is left when
	 * it returns, so that none counts on both sides of an edge.
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

	/** A thread that waits for the next second, does its jobs, and waits again. */
	private static void work(Phaser beat, int jobs, LongAdder completed, LongAdder ownNanos) {
		ThreadMXBean thread = ManagementFactory.getThreadMXBean();
		boolean measurable = !Thread.currentThread().isVirtual();
		for (int second = 0; beat.awaitAdvance(second) >= 0; second++) {
			long before = measurable ? thread.getCurrentThreadCpuTime() : 0;
			for (int number = 0; number < jobs; number++) {
				job();
			}
			ownNanos.add(measurable ? thread.getCurrentThreadCpuTime() - before : 0);
			completed.add(jobs);
		}
	}

	private static void job() {
		double highest = 0;
		for (int history = 0; history < HISTORIES; history++) {
			highest += CpuPool.highestPrice(history);
		}
		result = highest;
	}

	/**
	 * What the process has used. To count the switches costs time with thousands of
	 * threads, so that is done outside of the time that is measured.
	 */
	private record Usage(long nanos, long cpuNanos, OptionalLong switches) {

		static Usage begin() {
			OptionalLong switches = ProcessStatus.contextSwitches();
			return new Usage(System.nanoTime(), cpu(), switches);
		}

		static Usage end() {
			return new Usage(System.nanoTime(), cpu(), ProcessStatus.contextSwitches());
		}

		Usage since(Usage begin) {
			return new Usage(this.nanos - begin.nanos, this.cpuNanos - begin.cpuNanos,
					(this.switches.isPresent() && begin.switches.isPresent())
							? OptionalLong.of(this.switches.getAsLong() - begin.switches.getAsLong())
							: OptionalLong.empty());
		}

		private static long cpu() {
			return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
		}

	}

	/*-
	 * What you should see (4 cores, JDK 25), of the same work each second:
	 *
	 *                  CPU used  context switches
	 *   platform-4096      75 %          3,600 /s
	 *   virtual-4096       69 %             50 /s
	 *   platform-64        54 %            200 /s
	 *
	 * 100 % is one processor.
	 *
	 * To see it:
	 *
	 *   java -Xss256k -cp programs/target/programs.jar lab.programs.pools.ContextSwitches
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		boolean quick = options.has("quick");
		for (Threads threads : options.choose("variant", Threads.class)) {
			run(threads, 3, quick ? 3 : 15, new Output(System.out, options.has("json")));
		}
	}

}
