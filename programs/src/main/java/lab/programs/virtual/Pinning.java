package lab.programs.virtual;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A waiting virtual thread releases its carrier, unless it is pinned.
 * <p>
 * 200 virtual threads each sleep for 100 ms. Nothing computes meanwhile, so all of them
 * could sleep at once, and the batch would take 100 ms. A pinned thread keeps its carrier
 * while it sleeps. Then only as many threads sleep at once as there are carriers, one per
 * core.
 */
public final class Pinning {

	private static final int TASKS = 200;

	private static final Duration SLEEP = Duration.ofMillis(100);

	private static final AtomicInteger ASLEEP = new AtomicInteger();

	private static final AtomicInteger MOST_ASLEEP = new AtomicInteger();

	enum Inside {

		/*
		 * Wrong before JDK 24: sleeping inside a monitor. Each task has its own monitor,
		 * so none waits for another. But the JVM recorded the carrier as the owner of the
		 * monitor, so the carrier had to stay. Since JDK 24 the virtual thread is the
		 * owner (JEP 491).
		 */
		MONITOR(Runtime.version().feature() < 24) {
			@Override
			Callable<Boolean> task() {
				Object own = new Object();
				return () -> {
					synchronized (own) {
						return sleep();
					}
				};
			}
		},

		/*
		 * Right on every JDK: a lock of java.util.concurrent. The virtual thread keeps
		 * the lock and leaves its carrier.
		 */
		LOCK(false) {
			@Override
			Callable<Boolean> task() {
				ReentrantLock own = new ReentrantLock();
				return () -> {
					own.lock();
					try {
						return sleep();
					}
					finally {
						own.unlock();
					}
				};
			}
		},

		/*
		 * Wrong on every JDK: sleeping with a native frame on the stack, which cannot
		 * leave the carrier. Such a frame exists wherever native code calls Java. Here
		 * the JVM calls a static initializer that sleeps; each task defines its own class
		 * for it.
		 */
		NATIVE(true) {
			@Override
			Callable<Boolean> task() {
				byte[] initializer = Diagnostics.classFile(Initializer.class);
				return () -> MethodHandles.lookup().defineHiddenClass(initializer, true).lookupClass().isHidden();
			}
		},

		/*
		 * Wrong on every JDK: sleeping while a class is loaded, because the JVM calls the
		 * class loader. A real one waits for a disk or a network.
		 */
		CLASS_LOADING(true) {
			@Override
			Callable<Boolean> task() {
				return () -> {
					try {
						Class.forName("lab.NoSuchClass", false, new SlowLoader());
						return false;
					}
					catch (ClassNotFoundException ex) {
						return true;
					}
				};
			}
		};

		private final boolean pins;

		Inside(boolean pins) {
			this.pins = pins;
		}

		abstract Callable<Boolean> task();

	}

	/** Each task defines a copy of this class; the class itself is never initialized. */
	static final class Initializer {

		static {
			sleep();
		}

	}

	/** Sleeps before it says that there is no such class. */
	static final class SlowLoader extends ClassLoader {

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			sleep();
			throw new ClassNotFoundException(name);
		}

	}

	/** The kind of threads; platform threads have no carrier to keep. */
	enum Threads {

		VIRTUAL(Thread.ofVirtual().factory()), PLATFORM(Thread.ofPlatform().factory());

		private final ThreadFactory factory;

		Threads(ThreadFactory factory) {
			this.factory = factory;
		}

	}

	static boolean sleep() {
		MOST_ASLEEP.accumulateAndGet(ASLEEP.incrementAndGet(), Math::max);
		try {
			Thread.sleep(SLEEP);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("interrupted", ex);
		}
		ASLEEP.decrementAndGet();
		return true;
	}

	/**
	 * Repeats the batch until the time is over. It prints a figure per batch; several
	 * figures show the spread.
	 */
	static void run(Inside inside, Threads threads, int tasks, int batches, Duration time, Output output)
			throws ExecutionException, InterruptedException {
		output.heading("sleep inside: %s; JDK %s, %d carriers, %s threads", inside, Runtime.version(),
				Scheduler.carriers(), threads);
		/* The first tasks load classes and start carriers. */
		batch(inside, threads, Scheduler.carriers());
		MOST_ASLEEP.set(0);
		long end = System.nanoTime() + time.toNanos();
		for (int number = 1; number <= batches || System.nanoTime() < end; number++) {
			long begin = System.nanoTime();
			batch(inside, threads, tasks);
			output.metric("tasksPerSecond", tasks * 1e9 / (System.nanoTime() - begin));
		}
		int atOnce = (inside.pins && threads == Threads.VIRTUAL) ? Math.min(Scheduler.carriers(), tasks) : tasks;
		output.metric("tasksCeiling", atOnce * 1000.0 / SLEEP.toMillis());
		output.check("asleepAtOnce", MOST_ASLEEP.get(), atOnce);
	}

	private static void batch(Inside inside, Threads threads, int tasks)
			throws ExecutionException, InterruptedException {
		Scheduler.runAll(threads.factory, Stream.generate(inside::task).limit(tasks).toList());
	}

	/*-
	 * Expected result with 2 carriers, in tasks/s:
	 *
	 *                   JDK 21  JDK 25
	 *   monitor             20   1,900   20 = 2 carriers / 0.1 s
	 *   lock             1,900   1,900   a little below 200 tasks / 0.1 s
	 *   native              20      20
	 *   class-loading       20      20
	 *
	 * On platform threads all of them are like a lock.
	 *
	 * To see it, with the java of each JDK:
	 *
	 *   java -Djdk.virtualThreadScheduler.parallelism=2 -cp programs/target/programs.jar \
	 *     lab.programs.virtual.Pinning
	 *
	 * In your own program, the event jdk.VirtualThreadPinned of Flight Recorder shows the
	 * cause.
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException {
		Options options = Options.of(arguments, "inside", "threads", "carriers");
		Scheduler.require(options.number("carriers", Scheduler.carriers()));
		for (Inside inside : options.choose("inside", Inside.class)) {
			boolean quick = options.has("quick");
			Threads threads = options.choose("threads", Threads.class).getFirst();
			run(inside, threads, TASKS, quick ? 1 : 2, Duration.ofSeconds(quick ? 0 : 5), options.output());
		}
	}

}
