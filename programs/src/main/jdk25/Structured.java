import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 * When one of several calls fails, the others become useless. Who ends them?
 * <p>
 * An answer needs ten concurrent calls: four take 500 ms, the fifth 100 ms, and five take
 * 1 s. The fifth may fail. With structured concurrency (a preview of JDK 25, JEP 505) no
 * call outlives the answer.
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
		 * Wrong: futures. The caller waits for one after the other, so it notices the
		 * failure only when it reaches the fifth. The remaining calls are not cancelled,
		 * and their work is wasted. Closing the executor here would not end them either;
		 * the caller would wait for them.
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
		 * Right: a scope. join() ends with the first failure; the scope interrupts the
		 * other calls and waits for their end.
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

		/** Calls that run to their end although one has failed. */
		private final int uselessCalls;

		/** Calls still running when the caller notices the failure. */
		private final int workingAfter;

		Variant(int uselessCalls, int workingAfter) {
			this.uselessCalls = uselessCalls;
			this.workingAfter = workingAfter;
		}

		abstract int ask(List<Callable<Integer>> calls, ExecutorService threads)
				throws ExecutionException, InterruptedException;

	}

	static void run(Variant variant, boolean fails, int answers, Output output) throws InterruptedException {
		output.heading("%s: %d answers of ten calls, %s", variant, answers, fails ? "one fails" : "none fails");
		for (int answer = 0; answer <= answers; answer++) {
			/* The first answer loads classes. */
			new Structured(fails).answer(variant, answer > 0, output);
		}
	}

	private void answer(Variant variant, boolean measured, Output output) throws InterruptedException {
		int sum;
		double millis;
		int after;
		/*
		 * The executor outlives the answer, as in a service. Closing it waits for the
		 * remaining calls.
		 */
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			long begin = System.nanoTime();
			sum = sum(variant, threads);
			millis = (System.nanoTime() - begin) / 1e6;
			after = this.working.get();
		}
		if (measured) {
			int useless = this.fails ? this.ended.get() : 0;
			output.metric("answerMillis", millis);
			output.metric("uselessCalls", useless);
			output.metric("workingAfter", after);
			output.check("sum", sum, this.fails ? 0 : CALLS);
			output.check("uselessCalls", useless, this.fails ? variant.uselessCalls : 0);
			output.check("workingAfter", after, this.fails ? variant.workingAfter : 0);
		}
	}

	/** Returns the sum of all answers, or 0 if a call failed. */
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
	 * Expected result when no call fails: both answer after 1 s, the time of the slowest
	 * call. When the fifth fails after 100 ms:
	 *
	 *   futures      the failure is noticed after 500 ms, and five calls continue
	 *   structured   it is noticed after 100 ms, and no call continues
	 *
	 * To see it, with JDK 25:
	 *
	 *   java --enable-preview -cp programs/target/programs.jar programs/src/main/jdk25/Structured.java
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "failing");
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.number("failing", 1) > 0, options.has("quick") ? 1 : 10,
					options.output());
		}
	}

}
