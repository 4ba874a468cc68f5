import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A continuation is code that stops in the middle and is run again. A virtual thread is a
 * continuation plus a scheduler: to unmount is to yield, to mount is to run.
 * <p>
 * The class is internal to the JDK, so this program is started from its source, with
 * {@code --add-exports}. Never use it in a product.
 */
public final class Continuations {

	private static final ContinuationScope SCOPE = new ContinuationScope("lesson");

	private static final int YIELDS = 3;

	private Continuations() {
	}

	enum Variant {

		/*
		 * Three frames deep it yields. The frames leave the stack of the thread for the heap,
		 * and run() returns to whoever called it. The next run() puts them back and goes on
		 * behind the yield, with every local variable as it was.
		 */
		YIELDS,

		/*
		 * The wrong place to yield: with the continuation pinned, as a native frame does. The
		 * frames cannot leave the stack. A virtual thread then waits together with its carrier;
		 * the bare continuation is told so.
		 */
		PINNED;

		@Override
		public String toString() {
			return name().toLowerCase(java.util.Locale.ROOT);
		}

	}

	static void run(Variant variant, Output output) {
		output.heading(variant + " on " + Thread.currentThread().getName());
		List<String> steps = new ArrayList<>();
		Continuation continuation = new Continuation(SCOPE, () -> outer(variant, steps, output)) {
			@Override
			protected void onPinned(Pinned reason) {
				step(steps, output, "pinned", 0);
			}
		};
		int runs = 0;
		while (!continuation.isDone()) {
			runs++;
			step(steps, output, "run", frames(continuation));
			continuation.run();
			step(steps, output, continuation.isDone() ? "done" : "yielded", frames(continuation));
		}
		output.metric("mounts", runs);
		output.check("mounts", runs, (variant == Variant.YIELDS) ? YIELDS + 1 : 1);
		List<String> theory = theory(variant);
		output.check("steps", steps.size(), theory.size());
		output.check("stepsAsInTheory", steps.equals(theory) ? theory.size() : 0, theory.size());
	}

	private static void outer(Variant variant, List<String> steps, Output output) {
		for (int number = 1; number <= YIELDS; number++) {
			inner(variant, steps, output, number);
		}
	}

	private static void inner(Variant variant, List<String> steps, Output output, int number) {
		step(steps, output, "works", number);
		if (variant == Variant.PINNED) {
			Continuation.pin();
		}
		try {
			Continuation.yield(SCOPE);
		}
		finally {
			if (variant == Variant.PINNED) {
				Continuation.unpin();
			}
		}
		step(steps, output, "goes-on", number);
	}

	/** Its own frames that wait on the heap: outer and inner, none before and after. */
	private static int frames(Continuation continuation) {
		return (int) java.util.stream.Stream.of(continuation.getStackTrace())
			.filter((frame) -> frame.getMethodName().equals("outer") || frame.getMethodName().equals("inner"))
			.count();
	}

	private static void step(List<String> steps, Output output, String step, int number) {
		boolean own = step.equals("works") || step.equals("goes-on");
		steps.add(own ? step + " " + number : step + ((number > 0) ? ", " + number + " frames" : ""));
		output.event(step, steps.size(), Map.of(own ? "step" : "framesOnHeap", number));
	}

	private static List<String> theory(Variant variant) {
		List<String> steps = new ArrayList<>(List.of("run"));
		for (int number = 1; number <= YIELDS; number++) {
			steps.add("works " + number);
			steps.addAll((variant == Variant.YIELDS) ? List.of("yielded, 2 frames", "run, 2 frames") : List.of("pinned"));
			steps.add("goes-on " + number);
		}
		steps.add("done");
		return steps;
	}

	/*-
	 * What you should see:
	 *
	 *   yields   run, works 1, yielded with 2 frames on the heap, run, goes on 1, works 2, ...
	 *   pinned   run, works 1, pinned, goes on 1, works 2, pinned, ... and one run in all
	 *
	 * To see it, with JDK 25:
	 *
	 *   java --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED -cp programs/target/programs.jar \
	 *     programs/src/main/jdk25/Continuations.java
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments);
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, new Output(System.out, options.has("json")));
		}
	}

}
