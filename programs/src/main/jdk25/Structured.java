import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.atomic.AtomicInteger;

import lab.programs.Options;
import lab.programs.Output;

/**
 * When one of several calls fails, the others are of no use any more. Who ends them?
 * <p>
 * An answer needs ten calls, made at once: four take 500 ms, the fifth 100 ms, and five
 * take 1 s. The fifth may fail. With structured concurrency (a preview of JDK 25,
 * JEP 505) no call outlives the answer.
 */
public final class Structured {

	private static final int CALLS = 10;

	/** Calls before the one that may fail. */
	private static final int BEFORE = 4;

	private static final Duration FAST = Duration.ofMillis(100);

	private static final Duration MEDIUM = Duration.ofMillis(500);

	private static final Duration SLOW = Duration.ofSeconds(1);

	private final boolean fails;

	private final AtomicInteger working = new AtomicInteger();

	private final AtomicInteger ended = new AtomicInteger();

	private Structured(boolean fails) {
		this.fails = fails;
	}

	enum Variant {

		/*
		 * Wrong: futures. The caller takes one after the other, so it learns of the failure
		 * when it comes to the fifth. The calls behind it are not cancelled, so their work is wasted.
		 * To close the executor here would not end them, and make the caller wait for them.
		 */
		FUTURES(CALLS - 1, CALLS - 1 - BEFORE) {
			@Override
			int ask(List<Callable<Integer>> calls, ExecutorService threads)
					throws ExecutionException, InterruptedException {
				List<Future<Integer>> futures = calls.stream().map(threads::submit).toList();
				int sum = 0;
				for (Future<Integer> future : futures) {
					sum += future.get();
				}
				return sum;
			}
		},

		/*
		 * Right: a scope. join() ends with the first failure, and the scope interrupts the
		 * others and waits for their end before it is left.
		 */
		STRUCTURED(0, 0) {
			@Override
			int ask(List<Callable<Integer>> calls, ExecutorService threads) throws InterruptedException {
				try (var scope = StructuredTaskScope.open()) {
					var subtasks = calls.stream().map(scope::fork).toList();
					scope.join();
					return subtasks.stream().mapToInt(StructuredTaskScope.Subtask::get).sum();
				}
			}
		};

		/** Calls that work to their end though one has failed. */
		private final int useless;

		/** Those of them that still work when the caller knows of the failure. */
		private final int after;

		Variant(int useless, int after) {
			this.useless = useless;
			this.after = after;
		}

		abstract int ask(List<Callable<Integer>> calls, ExecutorService threads)
				throws ExecutionException, InterruptedException;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	static void run(Variant variant, boolean fails, int answers, Output output) throws InterruptedException {
		output.heading("%s: %d answers of ten calls, %s".formatted(variant, answers, fails ? "one fails" : "none fails"));
		for (int answer = 0; answer <= answers; answer++) {
			/* The first answer loads classes. */
			new Structured(fails).answer(variant, answer > 0, output);
		}
	}

	private void answer(Variant variant, boolean told, Output output) throws InterruptedException {
		int sum;
		double millis;
		int after;
		/* As in a service, the executor outlives the answer. To close it waits for the rest. */
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			long begin = System.nanoTime();
			sum = sum(variant, threads);
			millis = (System.nanoTime() - begin) / 1e6;
			after = this.working.get();
		}
		if (told) {
			int useless = this.fails ? this.ended.get() : 0;
			output.metric("answerMillis", millis);
			output.metric("uselessCalls", useless);
			output.metric("workingAfter", after);
			output.check("sum", sum, this.fails ? 0 : CALLS);
			output.check("uselessCalls", useless, this.fails ? variant.useless : 0);
			output.check("workingAfter", after, this.fails ? variant.after : 0);
		}
	}

	/** The sum of all answers, or 0 where a call failed. */
	private int sum(Variant variant, ExecutorService threads) throws InterruptedException {
		try {
			return variant.ask(calls(), threads);
		}
		catch (ExecutionException | StructuredTaskScope.FailedException ex) {
			return 0;
		}
	}

	private List<Callable<Integer>> calls() {
		List<Callable<Integer>> calls = new ArrayList<>();
		for (int number = 0; number < CALLS; number++) {
			boolean fifth = number == BEFORE;
			Duration time = fifth ? FAST : (number < BEFORE) ? MEDIUM : SLOW;
			calls.add(() -> call(time, fifth && this.fails));
		}
		return calls;
	}

	private int call(Duration time, boolean failing) throws InterruptedException {
		this.working.incrementAndGet();
		try {
			Thread.sleep(time);
			if (failing) {
				throw new IllegalStateException("the backend broke");
			}
			this.ended.incrementAndGet();
			return 1;
		}
		finally {
			this.working.decrementAndGet();
		}
	}

	/*-
	 * What you should see when no call fails: both answer after 1 s, as long as the slowest
	 * call takes. When the fifth fails after 100 ms:
	 *
	 *   futures      the failure is known after 500 ms, and five calls work on
	 *   structured   it is known after 100 ms, and no call works on
	 *
	 * To see it, with JDK 25:
	 *
	 *   java --enable-preview -cp programs/target/programs.jar programs/src/main/jdk25/Structured.java
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "failing");
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.number("failing", 1) > 0, options.has("quick") ? 1 : 10,
					new Output(System.out, options.has("json")));
		}
	}

}
