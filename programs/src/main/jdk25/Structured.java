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
 * Three calls for one answer; the second fails at once. What do the others do? With
 * structured concurrency (a preview of JDK 25, JEP 505) no subtask outlives the call that
 * made it.
 */
public final class Structured {

	private static final int SLOW_MILLIS = 300;

	private static final int FAILING_MILLIS = 20;

	private static final AtomicInteger COMPLETED = new AtomicInteger();

	private Structured() {
	}

	enum Variant {

		/*
		 * Wrong: futures. The first get() waits for the first call, which is slow, and only
		 * the second tells of the failure. Nobody cancels the third: it works for nobody.
		 */
		FUTURES {
			@Override
			int ask(List<Callable<Integer>> calls) throws ExecutionException, InterruptedException {
				try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
					List<Future<Integer>> futures = calls.stream().map(threads::submit).toList();
					int sum = 0;
					for (Future<Integer> future : futures) {
						sum += future.get();
					}
					return sum;
				}
			}
		},

		/*
		 * Right: a scope. join() ends with the first failure, and the scope interrupts the
		 * others before it is left.
		 */
		STRUCTURED {
			@Override
			int ask(List<Callable<Integer>> calls) throws InterruptedException {
				try (var scope = StructuredTaskScope.open()) {
					var subtasks = calls.stream().map(scope::fork).toList();
					scope.join();
					return subtasks.stream().mapToInt(StructuredTaskScope.Subtask::get).sum();
				}
			}
		};

		abstract int ask(List<Callable<Integer>> calls) throws ExecutionException, InterruptedException;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	static void run(Variant variant, int answers, Output output) throws InterruptedException {
		output.heading("%s: %d answers of three calls".formatted(variant, answers));
		List<Callable<Integer>> calls = List.of(() -> slow(), () -> failing(), () -> slow());
		long failed = 0;
		for (int answer = 0; answer <= answers; answer++) {
			long begin = System.nanoTime();
			try {
				variant.ask(calls);
			}
			catch (ExecutionException | StructuredTaskScope.FailedException ex) {
				failed++;
			}
			/* The first answer loads classes. */
			if (answer > 0) {
				output.metric("answerMillis", (System.nanoTime() - begin) / 1e6);
			}
		}
		output.metric("uselessCalls", COMPLETED.get());
		output.check("failedAnswers", failed, answers + 1);
		output.check("uselessCalls", COMPLETED.get(), (variant == Variant.FUTURES) ? 2 * failed : 0);
		COMPLETED.set(0);
	}

	private static int slow() throws InterruptedException {
		Thread.sleep(SLOW_MILLIS);
		COMPLETED.incrementAndGet();
		return 1;
	}

	private static int failing() throws InterruptedException {
		Thread.sleep(FAILING_MILLIS);
		throw new IllegalStateException("the backend broke");
	}

	/*-
	 * What you should see:
	 *
	 *   futures      the failure is told after 300 ms, and both slow calls work to their end
	 *   structured   it is told after 20 ms, and no call works on
	 *
	 * To see it, with JDK 25:
	 *
	 *   java --enable-preview -cp programs/target/programs.jar programs/src/main/jdk25/Structured.java
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.has("quick") ? 2 : 20, new Output(System.out, options.has("json")));
		}
	}

}
