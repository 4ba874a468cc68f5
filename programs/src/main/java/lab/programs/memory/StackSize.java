package lab.programs.memory;

import lab.programs.Options;
import lab.programs.Output;
import lab.programs.memory.ThreadMemory.Kind;

/**
 * How deep a thread can call before its stack is full.
 * <p>
 * {@code -Xss} sets the size of a stack, and depth = (size - guard pages) / size of a
 * frame. A virtual thread has no size of its own to set: while it runs, its frames lie on
 * the stack of its carrier, so that {@code -Xss} limits it too.
 */
public final class StackSize {

	/** Enough for the compiler to come. */
	private static final int TRIES = 20;

	private static int depth;

	private StackSize() {
	}

	/*
	 * Wrong in production: no end but the stack's. The error is caught here to be
	 * counted; elsewhere what was interrupted by it is in an unknown state.
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
			/* Expected. */
		}
	}

	static void run(Kind kind, Output output) throws InterruptedException {
		output.heading("calls until the stack of a %s thread is full".formatted(kind));
		output.metric("depth", depth(kind));
	}

	/**
	 * The depth of the last try. Interpreted frames are all alike. Compiled ones are
	 * smaller, and the compiler comes only after some tries.
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
	 * What you should see, in calls:
	 *
	 *   -Xss             256k    512k   1024k   2048k
	 *   platform, -Xint  1,794   4,772  10,730  22,646   88 bytes a frame
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
			run(kind, new Output(System.out, options.has("json")));
		}
	}

}
