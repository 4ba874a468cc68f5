package lab.programs.memory;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import lab.programs.Options;
import lab.programs.Output;
import lab.programs.ProcessStatus;

/**
 * What a thread that waits costs in memory.
 * <p>
 * Thousands of threads sleep, and nothing else happens. There are four answers, and they
 * differ by a factor of hundreds: the addresses that the JVM has reserved, the memory
 * that it has committed, the memory that the process holds (resident), and the live heap.
 */
public final class ThreadMemory {

	private static final int THREADS = 4_000;

	private static final Duration LONG = Duration.ofDays(1);

	private static final double KIB = 1024;

	private static final Pattern TOTAL = Pattern.compile("Total: reserved=(\\d+)KB, committed=(\\d+)KB");

	private static final Pattern STACKS = Pattern.compile("\\(stack: reserved=(\\d+)KB, committed=(\\d+)KB");

	private ThreadMemory() {
	}

	enum Kind {

		/*
		 * The kernel gives each platform thread a stack of its own, 1 MiB on Linux (x64),
		 * 2 MiB on ARM; -Xss changes it. These are addresses. Memory is given when the
		 * thread first touches a page, and a thread that sleeps has touched a few.
		 */
		PLATFORM {
			@Override
			Thread unstarted(Runnable task) {
				return Thread.ofPlatform().daemon().unstarted(task);
			}
		},

		/*
		 * A virtual thread has no stack of its own while it sleeps. Its frames are copied
		 * into an object on the heap, as large as those frames.
		 */
		VIRTUAL {
			@Override
			Thread unstarted(Runnable task) {
				return Thread.ofVirtual().unstarted(task);
			}
		};

		abstract Thread unstarted(Runnable task);

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * All in KiB.
	 *
	 * @param reserved addresses, and of them those of stacks
	 * @param committed what the JVM may use
	 * @param resident what the process holds
	 * @param heap live objects
	 */
	record Memory(long reserved, long stacks, long committed, OptionalLong resident, double heap) {

		static Memory now() {
			System.gc();
			String summary = Diagnostics.command("vmNativeMemory", "summary");
			return of(summary, ProcessStatus.figure("VmRSS"), Diagnostics.heapBytes() / KIB);
		}

		/** From the summary of Native Memory Tracking. */
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
		output.heading("%d %s threads that sleep; JDK %s".formatted(count, kind, Runtime.version()));
		/* The first loads classes, and the first virtual one starts carriers. */
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

	/** Returns once all of them sleep. */
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
			/* Wanted: the program is done. */
		}
	}

	private static void end(List<Thread> threads) throws InterruptedException {
		threads.forEach(Thread::interrupt);
		for (Thread thread : threads) {
			thread.join();
		}
	}

	/*-
	 * What you should see, KiB a thread, with a heap of 512 MiB at most:
	 *
	 *                      reserved  committed  resident  heap
	 *   4,000 platform        1,028         40        29     0
	 *   100,000 virtual           0        2.2  1.2..1.7   0.9 to 1.4
	 *
	 * Measured on 4 cores, Linux (x64), JDK 25.0.3. In all, 4,000 platform threads reserve
	 * 5,958 MiB and hold 177. Of 4,000 virtual threads the figures a thread say little:
	 * the heap grows by more than they take.
	 *
	 * To see it:
	 *
	 *   java -Xmx512m -XX:NativeMemoryTracking=summary -cp programs/target/programs.jar \
	 *     lab.programs.memory.ThreadMemory
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "kind", "threads");
		for (Kind kind : options.choose("kind", Kind.class)) {
			run(kind, options.number("threads", THREADS), new Output(System.out, options.has("json")));
		}
	}

}
