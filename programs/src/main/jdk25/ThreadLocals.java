import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

import lab.programs.Options;
import lab.programs.Output;

/**
 * A ThreadLocal has a value for each thread. What was a cache for 200 pooled threads is
 * 10,000 copies for 10,000 virtual threads, each made anew.
 */
public final class ThreadLocals {

	private static final int THREADS = 10_000;

	private static final int BYTES = 8 * 1024;

	/*
	 * Wrong: a buffer for each thread. With a pool of 200 threads it is made 200 times and
	 * then reused; a virtual thread uses it once, and holds it for as long as it lives.
	 */
	private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[BYTES]);

	/*
	 * Right: a value that callers pass down. All threads see the same object, nobody copies
	 * it, and it ends with the call.
	 */
	private static final ScopedValue<byte[]> PASSED = ScopedValue.newInstance();

	private ThreadLocals() {
	}

	enum Variant {

		NONE {
			@Override
			void call(Runnable waiting) {
				waiting.run();
			}
		},

		THREAD_LOCAL {
			@Override
			void call(Runnable waiting) {
				BUFFER.get()[0] = 1;
				waiting.run();
			}
		},

		SCOPED_VALUE {
			private final byte[] buffer = new byte[BYTES];

			@Override
			void call(Runnable waiting) {
				ScopedValue.where(PASSED, this.buffer).run(() -> {
					PASSED.get()[0] = 1;
					waiting.run();
				});
			}
		};

		abstract void call(Runnable waiting);

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	static void run(Variant variant, int count, Output output) throws InterruptedException {
		output.heading("%s on %d virtual threads".formatted(variant, count));
		CountDownLatch waiting = new CountDownLatch(count);
		CountDownLatch release = new CountDownLatch(1);
		List<Thread> threads = new ArrayList<>(count);
		for (int number = 0; number < count; number++) {
			threads.add(Thread.startVirtualThread(() -> variant.call(() -> {
				waiting.countDown();
				await(release);
			})));
		}
		waiting.await();
		System.gc();
		long live = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
		output.metric("liveHeap", live / 1024.0 / 1024);
		output.check("threadsAlive", threads.stream().filter(Thread::isAlive).count(), count);
		release.countDown();
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/*-
	 * What you should see: with the ThreadLocal the live heap is 10,000 x 8 KiB = 78 MiB
	 * above that of the others, which differ by little.
	 *
	 * To see it, with JDK 25:
	 *
	 *   java -cp programs/target/programs.jar programs/src/main/jdk25/ThreadLocals.java
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? THREADS / 10 : THREADS, new Output(System.out, options.has("json")));
		}
	}

}
