import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A ThreadLocal has a value per thread. A cache for 200 pooled threads becomes 10,000
 * copies for 10,000 virtual threads, each created anew.
 */
public final class ThreadLocals {

	private static final int THREADS = 10_000;

	private static final int BYTES = 8 * 1024;

	private static final double KIB = 1024;

	private static final AtomicInteger COPIES = new AtomicInteger();

	private static final ThreadLocal<byte[]> OWN = ThreadLocal.withInitial(ThreadLocals::buffer);

	private static final ThreadLocal<byte[]> SET = new ThreadLocal<>();

	private static final ScopedValue<byte[]> PASSED = ScopedValue.newInstance();

	enum Variant {

		/* The baseline: the memory of the threads themselves. */
		NONE(0, (shared, waiting) -> waiting.run()),

		/*
		 * Wrong: a buffer per thread. A pool of 200 threads creates 200 buffers and
		 * reuses them; a virtual thread uses its buffer once, and holds it as long as it
		 * lives.
		 */
		THREAD_LOCAL(THREADS, (shared, waiting) -> {
			OWN.get()[0] = 1;
			waiting.run();
		}),

		/*
		 * Better: one object for all threads. But each thread still has a table for it,
		 * and any code may set another value, or forget to remove it.
		 */
		THREAD_LOCAL_SHARED(1, (shared, waiting) -> {
			SET.set(shared);
			waiting.run();
		}),

		/*
		 * Right: a value that callers pass down. All threads see the same object, no
		 * thread can replace it, and it ends with the call.
		 */
		SCOPED_VALUE(1, (shared, waiting) -> ScopedValue.where(PASSED, shared).run(waiting));

		private final int mostCopies;

		private final BiConsumer<byte[], Runnable> call;

		Variant(int mostCopies, BiConsumer<byte[], Runnable> call) {
			this.mostCopies = mostCopies;
			this.call = call;
		}

	}

	static void run(Variant variant, int count, Output output) throws InterruptedException {
		output.heading("%s on %d virtual threads", variant, count);
		/*
		 * The first threads load classes, and have the larger frames of interpreted code.
		 */
		live(variant, count);
		COPIES.set(0);
		long before = Diagnostics.liveHeapBytes();
		long live = live(variant, count);
		output.metric("heapPerThread", (live - before) / KIB / count);
		output.metric("liveHeap", live / KIB / KIB);
		output.check("copies", COPIES.get(), Math.min(variant.mostCopies, count));
	}

	/** Returns the live heap while the threads wait. */
	private static long live(Variant variant, int count) throws InterruptedException {
		CountDownLatch release = new CountDownLatch(1);
		byte[] shared = (variant.mostCopies == 1) ? buffer() : new byte[0];
		List<Thread> threads = new ArrayList<>(count);
		for (int number = 0; number < count; number++) {
			threads.add(Thread.startVirtualThread(() -> variant.call.accept(shared, () -> await(release))));
		}
		for (Thread thread : threads) {
			while (thread.getState() != Thread.State.WAITING) {
				if (!thread.isAlive()) {
					throw new IllegalStateException("a thread ended early; is the heap too small?");
				}
				Thread.sleep(1);
			}
		}
		long live = Diagnostics.liveHeapBytes();
		release.countDown();
		for (Thread thread : threads) {
			thread.join();
		}
		return live;
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] buffer() {
		COPIES.incrementAndGet();
		return new byte[BYTES];
	}

	/*-
	 * Expected result: with the ThreadLocal, each thread holds 8 KiB more than in the
	 * baseline, 78 MiB in total. The other variants differ by little.
	 *
	 * To see it, with JDK 25:
	 *
	 *   java -XX:+ExitOnOutOfMemoryError -cp programs/target/programs.jar \
	 *     programs/src/main/jdk25/ThreadLocals.java
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? THREADS / 10 : THREADS, options.output());
		}
	}

}
