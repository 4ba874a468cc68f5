package lab.programs.memory;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;

/**
 * How much memory does a waiting thread need?
 * <p>
 * Thousands of threads sleep, and nothing else happens. There are four answers, which
 * differ by a factor of hundreds: the addresses that the JVM has reserved, the memory
 * that it has committed, the memory that the process holds (resident), and the live heap.
 */
public final class ThreadMemory {

	private static final int THREADS = 4_000;

	private static final Duration LONG = Duration.ofDays(1);

	private static final double KIB = 1024;

	private static final Pattern TOTAL = Pattern.compile("Total: reserved=(\\d+)KB, committed=(\\d+)KB");

	private static final Pattern STACKS = Pattern.compile("\\(stack: reserved=(\\d+)KB, committed=(\\d+)KB");

	enum Kind {

		/*
		 * Each platform thread has a stack: 1 MiB on Linux (x64), 2 MiB on ARM, changed
		 * by -Xss. That is address space. The kernel provides memory when the thread
		 * first touches a page, and a sleeping thread has touched only a few.
		 */
		PLATFORM(Thread.ofPlatform().daemon()),

		/*
		 * A sleeping virtual thread has no stack. Its frames are copied into an object on
		 * the heap of just their size.
		 */
		VIRTUAL(Thread.ofVirtual());

		private final Thread.Builder builder;

		Kind(Thread.Builder builder) {
			this.builder = builder;
		}

		Thread unstarted(Runnable task) {
			return this.builder.unstarted(task);
		}

	}

	/**
	 * The memory of a JVM, in KiB.
	 *
	 * @param reserved reserved addresses
	 * @param stacks the part of them that is reserved for stacks
	 * @param committed memory that the JVM may use
	 * @param resident memory that the process holds
	 * @param heap live objects
	 */
	record Memory(long reserved, long stacks, long committed, OptionalLong resident, double heap) {

		static Memory now() {
			System.gc();
			String summary = Diagnostics.command("vmNativeMemory", "summary");
			return of(summary, ProcessStatus.figure("VmRSS"), Diagnostics.heapBytes() / KIB);
		}

		/** Reads the summary of Native Memory Tracking. */
		static Memory of(String summary, OptionalLong resident, double heap) {
			Matcher total = TOTAL.matcher(summary);
			Matcher stacks = STACKS.matcher(summary);
			if (!total.find() || !stacks.find()) {
				throw new IllegalStateException("start with -XX:NativeMemoryTracking=summary");
			}
			return new Memory(Long.parseLong(total.group(1)), Long.parseLong(stacks.group(1)),
					Long.parseLong(total.group(2)), resident, heap);
		}

		void print(Memory before, int threads, Output output) {
			output.metric("reserved", this.reserved / KIB);
			output.metric("stacks", this.stacks / KIB);
			output.metric("committed", this.committed / KIB);
			this.resident.ifPresent((kib) -> output.metric("resident", kib / KIB));
			output.metric("liveHeap", this.heap / KIB);
			output.metric("reservedPerThread", (double) (this.reserved - before.reserved) / threads);
			output.metric("committedPerThread", (double) (this.committed - before.committed) / threads);
			this.resident.ifPresent((kib) -> output.metric("residentPerThread",
					(double) (kib - before.resident.orElseThrow()) / threads));
			output.metric("heapPerThread", (this.heap - before.heap) / threads);
		}

	}

	static void run(Kind kind, int count, Output output) throws InterruptedException {
		output.heading("%d %s threads that sleep; JDK %s", count, kind, Runtime.version());
		/*
		 * The first thread loads classes, and the first virtual thread starts carriers.
		 */
		end(started(kind, 1));
		Memory before = Memory.now();
		List<Thread> threads = started(kind, count);
		try {
			Memory.now().print(before, count, output);
			output.check("asleep", threads.stream().filter(ThreadMemory::sleeps).count(), count);
		}
		finally {
			end(threads);
		}
	}

	/** Starts threads, and returns when all of them sleep. */
	private static List<Thread> started(Kind kind, int count) throws InterruptedException {
		List<Thread> threads = Stream.generate(() -> kind.unstarted(ThreadMemory::sleep)).limit(count).toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			while (!sleeps(thread)) {
				Thread.sleep(1);
			}
		}
		return threads;
	}

	private static boolean sleeps(Thread thread) {
		return thread.getState() == Thread.State.TIMED_WAITING;
	}

	private static void sleep() {
		try {
			Thread.sleep(LONG);
		}
		catch (InterruptedException ex) {
			/* The program is done. */
		}
	}

	private static void end(List<Thread> threads) throws InterruptedException {
		threads.forEach(Thread::interrupt);
		for (Thread thread : threads) {
			thread.join();
		}
	}

	/*-
	 * Expected result, in KiB per thread, with a heap of at most 512 MiB:
	 *
	 *                      reserved  committed  resident  heap
	 *   4,000 platform        1,028         40        29     0
	 *   100,000 virtual           0        2.2  1.2..1.7   0.9 to 1.4
	 *
	 * Measured on 4 cores, Linux (x64), JDK 25.0.3. In total, 4,000 platform threads
	 * reserve 5,958 MiB and hold 177 MiB. For 4,000 virtual threads the figures per
	 * thread mean little: the heap grows by more than they take.
	 *
	 * To see it:
	 *
	 *   java -Xmx512m -XX:NativeMemoryTracking=summary -cp programs/target/programs.jar \
	 *     lab.programs.memory.ThreadMemory
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "kind", "threads");
		for (Kind kind : options.choose("kind", Kind.class)) {
			run(kind, options.number("threads", THREADS), options.output());
		}
	}

}
