package lab.programs.memory;

import lab.programs.Options;
import lab.programs.Output;
import lab.programs.memory.ThreadMemory.Kind;

/**
 * How deep can a thread call before its stack is full?
 * <p>
 * {@code -Xss} sets the size of a stack: depth = (size - guard pages) / size of a frame.
 * The stack of a virtual thread has no size of its own: while it runs, its frames are on
 * the stack of its carrier, so {@code -Xss} limits it too.
 */
public final class StackSize {

	/** Enough tries for the compiler to start. */
	private static final int TRIES = 20;

	private static int depth;

	/*
	 * Wrong in production: endless recursion. The error is caught here only to count the
	 * calls; in a real program it leaves objects in an unknown state.
	 */
	@SuppressWarnings("InfiniteRecursion")
	private static void call() {
		depth++;
		call();
	}

	private static void overflow() {
		depth = 0;
		try {
			call();
		}
		catch (StackOverflowError ex) {
			/* This is the expected end. */
		}
	}

	static void run(Kind kind, Output output) throws InterruptedException {
		output.heading("calls until the stack of a %s thread is full", kind);
		output.metric("depth", depth(kind));
	}

	/**
	 * Returns the depth of the last try. Interpreted frames all have the same size;
	 * compiled frames are smaller, and the compiler starts only after some tries.
	 */
	static int depth(Kind kind) throws InterruptedException {
		for (int number = 1; number <= TRIES; number++) {
			Thread thread = kind.unstarted(StackSize::overflow);
			thread.start();
			thread.join();
		}
		return depth;
	}

	/*-
	 * Expected result, in calls:
	 *
	 *   -Xss             256k    512k   1024k   2048k
	 *   platform, -Xint  1,794   4,772  10,730  22,646   88 bytes per frame
	 *   virtual, -Xint   1,773   4,752  10,710  22,626   the carrier's frames lie below
	 *
	 * Measured on Linux (x64), JDK 25.0.3. Compiled frames have 40 bytes or less, as the
	 * compiler chooses: 23,608 calls in 1024k, and in 2048k 49,822 in one run and 124,556
	 * in the next. -XX:MaxJavaStackTraceDepth changes none of these: it cuts what a stack
	 * trace prints.
	 *
	 * To see it:
	 *
	 *   java -Xint -Xss1m -cp programs/target/programs.jar lab.programs.memory.StackSize
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "kind", "stack");
		for (Kind kind : options.choose("kind", Kind.class)) {
			run(kind, options.output());
		}
	}

}
