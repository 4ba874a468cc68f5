package lab.programs.pools;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;

import lab.programs.Options;
import lab.programs.Output;

/**
 * The smallest pool that serves a rate has rate × time of a request threads.
 * <p>
 * 500 requests a second arrive, and each waits for 100 ms: by Little's law 50 of them are
 * in the pool at once, so it needs 50 threads. With fewer, the queue grows for as long as
 * requests arrive.
 */
public final class SizingRule {

	/** Requests a second. */
	static final int RATE = 500;

	static final Duration TIME = Duration.ofMillis(100);

	/** Every run has the same arrivals. */
	private static final int SEED = 42;

	enum Arrivals {

		/*
		 * One request every 2 ms, which no user does. The rule holds exactly: 50 threads
		 * are enough, and no request waits for a thread.
		 */
		EVEN((random) -> 1),

		/*
		 * Requests that do not know of each other. Sometimes more than 50 are there at
		 * once, so 50 threads serve the rate but not without a queue. The rule needs a
		 * reserve: the square root of the threads, twice or three times.
		 */
		RANDOM(SplittableRandom::nextExponential);

		/** The time to the next arrival, with a mean of 1. */
		private final ToDoubleFunction<SplittableRandom> gap;

		Arrivals(ToDoubleFunction<SplittableRandom> gap) {
			this.gap = gap;
		}

	}

	/**
	 * Sends requests to a pool, and counts those that it answers meanwhile.
	 * @param settle time for the pool to fill, which does not count
	 * @param measured time after it, in which answers count
	 */
	static void run(Arrivals arrivals, int threads, Duration settle, Duration measured, Output output) {
		output.heading("%s arrivals, %d threads", arrivals, threads);
		LongAdder answered = new LongAdder();
		LongAdder inTime = new LongAdder();
		LongAdder nanosInTime = new LongAdder();
		SplittableRandom random = new SplittableRandom(SEED);
		long sent = 0;
		long begin = System.nanoTime();
		long from = begin + settle.toNanos();
		long to = from + measured.toNanos();
		try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
			double due = 0;
			while (begin + (long) due < to) {
				long arrived = begin + (long) due;
				await(arrived);
				pool.submit(() -> {
					Thread.sleep(TIME);
					long now = System.nanoTime();
					answered.increment();
					if (from <= now && now < to) {
						inTime.increment();
						nanosInTime.add(now - arrived);
					}
					return now;
				});
				sent++;
				due += arrivals.gap.applyAsDouble(random) * 1e9 / RATE;
			}
		}
		double perSecond = inTime.sum() * 1e9 / measured.toNanos();
		output.metric("tasksPerSecond", perSecond);
		output.metric("tasksCeiling", Math.min(RATE, threads * 1000.0 / TIME.toMillis()));
		output.metric("answerMillis", nanosInTime.sum() / 1e6 / inTime.sum());
		output.check("answered", answered.sum(), sent);
	}

	private static void await(long moment) {
		for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
			LockSupport.parkNanos(left);
		}
	}

	/*-
	 * Expected result in requests/s that are answered in time, of 500 sent, a little less
	 * than the ceiling, because a sleep is a little longer than asked:
	 *
	 *   threads  ceiling  even  random
	 *        45      450   437     436   the queue grows: answers take 1 s on average
	 *        50      500   495     486   random requests wait: 242 ms
	 *        60      500   492     495   they hardly wait: 106 ms
	 *
	 * Seen on 2 cores beside other load, Linux (x64), JDK 25.0.3.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.pools.SizingRule --threads=45
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments, "threads");
		Duration measured = Duration.ofSeconds(options.has("quick") ? 4 : 10);
		for (Arrivals arrivals : options.choose("variant", Arrivals.class)) {
			run(arrivals, options.number("threads", RATE * (int) TIME.toMillis() / 1000), Duration.ofSeconds(1),
					measured, options.output());
		}
	}

}
