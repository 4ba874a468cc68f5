package lab.programs.virtual;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import lab.programs.Options;
import lab.programs.Output;

/**
 * A virtual thread is mounted on a carrier while it runs. When it waits, it is unmounted,
 * and later continues on any free carrier. Code must not rely on a particular carrier.
 * <p>
 * There are two carriers. Each round notes the carrier of a virtual thread A, lets A do
 * something, and notes the carrier again.
 */
public final class Mounting {

	private static final int CARRIERS = 2;

	private static final int ROUNDS = 500;

	/** Rounds to print step by step. */
	private static final int PRINTED_ROUNDS = 2;

	private static volatile long result;

	enum Variant {

		/* A computes: it keeps its carrier, even if other threads are ready. */
		COMPUTE {
			@Override
			boolean moves(Log log) throws ExecutionException, InterruptedException {
				return Mounting.moves(log, () -> result = Scheduler.compute(1_000_000));
			}
		},

		/*
		 * A sleeps: it is unmounted, and a timer makes it runnable again. Both carriers
		 * are free, so it may continue on either.
		 */
		SLEEP {
			@Override
			boolean moves(Log log) throws ExecutionException, InterruptedException {
				return Mounting.moves(log, () -> {
					Thread.sleep(1);
					return 0L;
				});
			}
		},

		/*
		 * A waits for a lock that B holds, and C takes the carrier that A leaves. When B
		 * unlocks and ends, only B's carrier is free: A continues there in each round.
		 */
		LOCK {
			@Override
			boolean moves(Log log) throws ExecutionException, InterruptedException {
				return movesByLock(log);
			}
		};

		/** Returns whether the thread continued on another carrier. */
		abstract boolean moves(Log log) throws ExecutionException, InterruptedException;

	}

	static void run(Variant variant, int rounds, Output output) throws ExecutionException, InterruptedException {
		output.heading("%s, %d rounds; JDK %s", variant, rounds, Runtime.version());
		Log log = new Log(output);
		int moves = 0;
		for (int round = 1; round <= rounds; round++) {
			moves += variant.moves(log) ? 1 : 0;
			log.ended();
		}
		output.metric("moves", moves);
		output.metric("carriersUsed", log.carriers.size());
		output.check("carriersBeyondParallelism", Math.max(0, log.carriers.size() - CARRIERS), 0);
		if (variant != Variant.SLEEP) {
			output.check("moves", moves, (variant == Variant.LOCK) ? rounds : 0);
		}
	}

	private static boolean moves(Log log, Callable<Long> between) throws ExecutionException, InterruptedException {
		FutureTask<Boolean> a = new FutureTask<>(() -> {
			String before = log.carrier("A", "mounted");
			between.call();
			return !log.carrier("A", "goes-on").equals(before);
		});
		Thread.startVirtualThread(a);
		return a.get();
	}

	/**
	 * B and C compute, so they keep their carriers: at each step at most one carrier is
	 * free, and it is known which one.
	 */
	private static boolean movesByLock(Log log) throws ExecutionException, InterruptedException {
		ReentrantLock lock = new ReentrantLock();
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch taken = new CountDownLatch(1);
		AtomicBoolean unlock = new AtomicBoolean();
		AtomicBoolean end = new AtomicBoolean();
		Thread.startVirtualThread(() -> {
			lock.lock();
			log.carrier("B", "locks");
			locked.countDown();
			computeUntil(unlock);
			log.carrier("B", "unlocks");
			lock.unlock();
		});
		locked.await();
		FutureTask<Boolean> a = new FutureTask<>(() -> {
			String before = log.carrier("A", "waits");
			lock.lock();
			lock.unlock();
			return !log.carrier("A", "goes-on").equals(before);
		});
		Thread waiting = Thread.startVirtualThread(a);
		Scheduler.await(() -> waiting.getState() == Thread.State.WAITING);
		Thread other = Thread.startVirtualThread(() -> {
			log.carrier("C", "takes-carrier");
			taken.countDown();
			computeUntil(end);
		});
		Scheduler.await(() -> taken.getCount() == 0);
		unlock.set(true);
		boolean moves = a.get();
		end.set(true);
		other.join();
		return moves;
	}

	private static void computeUntil(AtomicBoolean flag) {
		while (!flag.get()) {
			Thread.onSpinWait();
		}
	}

	/**
	 * Notes the carriers of a virtual thread, and prints them for the first rounds. It
	 * prints between the rounds, because printing may wait.
	 */
	private static final class Log {

		private final Output output;

		private final List<Step> round = new ArrayList<>();

		private final Set<String> carriers = new HashSet<>();

		private int rounds;

		private int steps;

		Log(Output output) {
			this.output = output;
		}

		/**
		 * Returns the carrier of the current virtual thread. Only the text of the thread
		 * contains it, at the end: VirtualThread[#29]/runnable@ForkJoinPool-1-worker-3.
		 */
		synchronized String carrier(String thread, String step) {
			String text = Thread.currentThread().toString();
			String carrier = text.substring(text.indexOf('@') + 1).replace("ForkJoinPool-1-", "");
			this.carriers.add(carrier);
			this.round.add(new Step(step, thread, carrier));
			return carrier;
		}

		synchronized void ended() {
			if (++this.rounds <= PRINTED_ROUNDS) {
				this.round.forEach((step) -> this.output.event(step.name, ++this.steps,
						Map.of("thread", step.thread, "carrier", step.carrier)));
			}
			this.round.clear();
		}

	}

	private record Step(String name, String thread, String carrier) {
	}

	/*-
	 * Expected result in 500 rounds:
	 *
	 *   compute   A never moves
	 *   sleep     A moves now and then
	 *   lock      A moves in each round
	 *
	 * To see it:
	 *
	 *   java -Djdk.virtualThreadScheduler.parallelism=2 -cp programs/target/programs.jar \
	 *     lab.programs.virtual.Mounting
	 */
	public static void main(String... arguments) throws ExecutionException, InterruptedException {
		Options options = Options.of(arguments);
		Scheduler.require(CARRIERS);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? ROUNDS / 10 : ROUNDS, options.output());
		}
	}

}
