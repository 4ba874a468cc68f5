import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import lab.programs.Diagnostics;
import lab.programs.Options;
import lab.programs.Output;

/**
 * A virtual thread is a continuation and a scheduler. This is the continuation alone.
 * <p>
 * A continuation is work that can stop in the middle, deep in its calls, and continue
 * later. When it yields, its frames leave the stack of the thread that ran it and become
 * an object on the heap. When it runs again, they return to a stack, of this thread or
 * another. The work below has three parts, and yields between them.
 */
public final class Continuations {

	private static final ContinuationScope SCOPE = new ContinuationScope("lab");

	private static final int PARTS = 3;

	private static final int FRAMES = 100;

	private static final double KIB = 1024;

	private final List<String> seen = new ArrayList<>();

	private final Variant variant;

	private final Output output;

	private Continuations(Variant variant, Output output) {
		this.variant = variant;
		this.output = output;
	}

	enum Variant {

		/*
		 * Right: it yields, and its caller continues after run(). The next run()
		 * continues after yield(), in the same frames.
		 */
		YIELDS(List.of("run", "part", "unmounted", "run", "part", "unmounted", "run", "part", "done"),
				() -> Continuation.yield(SCOPE)),

		/*
		 * Wrong: it is pinned when it yields, so its frames must stay on the stack, and
		 * yield() returns at once. In a virtual thread, the carrier would now wait with
		 * it. Here the code pins on purpose, as the JDK does in a few places. A native
		 * frame also pins, and before JDK 24 a monitor did.
		 */
		PINNED(List.of("run", "part", "pinned", "part", "pinned", "part", "done"), () -> {
			Continuation.pin();
			try {
				Continuation.yield(SCOPE);
			}
			finally {
				Continuation.unpin();
			}
		});

		private final List<String> theory;

		private final Runnable pause;

		Variant(List<String> theory, Runnable pause) {
			this.theory = theory;
			this.pause = pause;
		}

	}

	static void run(Variant variant, int frames, int held, Output output) {
		output.heading("%s, below %d frames", variant, frames);
		new Continuations(variant, output).run(frames);
		if (variant == Variant.YIELDS) {
			output.metric("heapPerThread", heapBytes(frames, held) / KIB / held);
		}
	}

	private void run(int frames) {
		Continuation continuation = new Continuation(SCOPE, () -> descend(frames, this::parts)) {
			@Override
			protected void onPinned(Pinned reason) {
				step("pinned", Map.of("onStack", frames(Thread.currentThread().getStackTrace())));
			}
		};
		int runs = 0;
		long leftOnStack = 0;
		long onHeap = 0;
		while (!continuation.isDone()) {
			runs++;
			step("run", Map.of());
			continuation.run();
			/* The caller continues here: where are the frames of the work now? */
			long stack = frames(Thread.currentThread().getStackTrace());
			long heap = frames(continuation.getStackTrace());
			leftOnStack += stack;
			onHeap += heap;
			step(continuation.isDone() ? "done" : "unmounted", Map.of("onStack", stack, "onHeap", heap));
		}
		List<String> theory = this.variant.theory;
		this.output.metric("mounts", runs);
		this.output.check("mounts", runs, Collections.frequency(theory, "run"));
		this.output.check("framesLeftOnStack", leftOnStack, 0);
		this.output.check("framesOnHeap", onHeap, (long) frames * Collections.frequency(theory, "unmounted"));
		this.output.check("stepsAsInTheory",
				IntStream.range(0, Math.min(theory.size(), this.seen.size()))
					.filter((i) -> this.seen.get(i).equals(theory.get(i)))
					.count(),
				Math.max(theory.size(), this.seen.size()));
	}

	/**
	 * Runs three parts, deep in the calls. Local variables such as the number survive
	 * each pause.
	 */
	private void parts() {
		for (int part = 1; part <= PARTS; part++) {
			step("part", Map.of("part", part, "onStack", frames(Thread.currentThread().getStackTrace())));
			if (part < PARTS) {
				this.variant.pause.run();
			}
		}
	}

	private void step(String step, Map<String, Object> attributes) {
		this.seen.add(step);
		this.output.event(step, this.seen.size(), attributes);
	}

	/** Calls itself until the stack has the given number of its frames. */
	private static void descend(int frames, Runnable work) {
		if (frames > 1) {
			descend(frames - 1, work);
		}
		else {
			work.run();
		}
	}

	private static long frames(StackTraceElement[] stack) {
		return Stream.of(stack).filter((frame) -> frame.getMethodName().equals("descend")).count();
	}

	/**
	 * Returns the growth of the live heap by continuations that have yielded. The first
	 * round is not counted: it loads classes and frees the memory of the source compiler.
	 */
	private static double heapBytes(int frames, int held) {
		grown(frames, held);
		return grown(frames, held);
	}

	private static double grown(int frames, int held) {
		List<Continuation> continuations = new ArrayList<>(held);
		long before = Diagnostics.liveHeapBytes();
		for (int number = 0; number < held; number++) {
			continuations.add(yielded(frames));
		}
		double grown = Diagnostics.liveHeapBytes() - before;
		continuations.forEach(Continuation::run);
		return grown;
	}

	private static Continuation yielded(int frames) {
		Continuation continuation = new Continuation(SCOPE, () -> descend(frames, () -> Continuation.yield(SCOPE)));
		continuation.run();
		return continuation;
	}

	/*-
	 * Expected result with 100 frames:
	 *
	 *   yields   run, part, unmounted (no frame on the stack, 100 on the heap), run, part, ...
	 *   pinned   run, part, pinned (100 frames on the stack), part, ... and a single run
	 *
	 * A waiting continuation holds about 1 KiB of heap below 10 frames, and some 40 KiB
	 * below 1000.
	 *
	 * To see it, with JDK 21 or newer:
	 *
	 *   java --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED -cp programs/target/programs.jar \
	 *     programs/src/main/jdk25/Continuations.java
	 *
	 * The class is internal to the JDK, so the program starts from source. Never use it
	 * in a product.
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments, "frames");
		for (Variant variant : options.choose("variant", Variant.class)) {
			run(variant, options.number("frames", FRAMES), options.has("quick") ? 1_000 : 2_000,
					options.output());
		}
	}

}
