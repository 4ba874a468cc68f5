package lab.programs.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import lab.programs.Options;
import lab.programs.Output;

/**
 * A virtual thread is mounted on a carrier while it runs. When it waits it is unmounted,
 * and goes on upon whichever carrier is free then: which carrier is nobody's to rely on.
 */
public final class Mounting {

	private static final int TASKS = 1000;

	/** So many tell where they are, one by one. */
	private static final int SHOWN = 5;

	private Mounting() {
	}

	enum Variant {

		/* It never waits, so it never leaves its carrier. */
		COMPUTE {
			@Override
			void between(ReentrantLock lock) {
				long sum = 0;
				for (int number = 0; number < 10_000; number++) {
					sum += number;
				}
				if (sum != 49_995_000) {
					throw new IllegalStateException("the sum is " + sum);
				}
			}
		},

		/* A sleep unmounts it, and a timer makes it runnable again. */
		SLEEP {
			@Override
			void between(ReentrantLock lock) throws InterruptedException {
				Thread.sleep(Duration.ofMillis(10));
			}
		},

		/*
		 * A lock that another thread holds unmounts it, too. Whoever unlocks makes it
		 * runnable: it moves to a carrier near that one.
		 */
		LOCK {
			@Override
			void between(ReentrantLock lock) throws InterruptedException {
				lock.lock();
				try {
					Thread.sleep(Duration.ofNanos(100_000));
				}
				finally {
					lock.unlock();
				}
			}
		};

		abstract void between(ReentrantLock lock) throws InterruptedException;

		private String unchecked(ReentrantLock lock) {
			try {
				between(lock);
				return carrier();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	static void run(Variant variant, int tasks, Output output) throws InterruptedException {
		output.heading("%s, %d virtual threads".formatted(variant, tasks));
		/* The first one loads classes, and may wait for that. */
		Thread.startVirtualThread(() -> variant.unchecked(new ReentrantLock())).join();
		ReentrantLock lock = new ReentrantLock();
		Set<String> carriers = ConcurrentHashMap.newKeySet();
		AtomicInteger moves = new AtomicInteger();
		List<Thread> threads = new ArrayList<>();
		Map<Integer, String> shown = new ConcurrentHashMap<>();
		for (int number = 1; number <= tasks; number++) {
			int task = number;
			threads.add(Thread.startVirtualThread(() -> {
				String before = carrier();
				String after = variant.unchecked(lock);
				carriers.add(before);
				carriers.add(after);
				if (!before.equals(after)) {
					moves.incrementAndGet();
				}
				shown.put(task, before + " -> " + after);
			}));
		}
		for (Thread thread : threads) {
			thread.join();
		}
		for (int task = 1; task <= Math.min(SHOWN, tasks); task++) {
			String[] where = shown.getOrDefault(task, "").split(" -> ");
			output.event("mounted", task, Map.of("task", task, "before", where[0], "after", where[1]));
		}
		output.metric("moves", moves.get());
		output.metric("carriersUsed", carriers.size());
		output.check("ended", shown.size(), tasks);
		output.check("carriersBeyondParallelism", Math.max(0, carriers.size() - carriers()), 0);
		if (variant == Variant.COMPUTE) {
			output.check("moves", moves.get(), 0);
		}
	}

	/**
	 * The carrier of this virtual thread. Only its text tells, which ends with the name
	 * of the carrier: VirtualThread[#29]/runnable@ForkJoinPool-1-worker-3.
	 */
	private static String carrier() {
		String text = Thread.currentThread().toString();
		return text.substring(text.indexOf('@') + 1).replace("ForkJoinPool-1-", "");
	}

	private static int carriers() {
		return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
	}

	/*-
	 * What you should see, of 1000 threads with 4 carriers:
	 *
	 *   compute   none moved
	 *   sleep     about three of four went on upon another carrier: any of four is free
	 *   lock      most moved
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.virtual.Mounting
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? TASKS / 10 : TASKS, new Output(System.out, options.has("json")));
		}
	}

}
