package lab.harness.run;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import lab.harness.model.RunFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of a run that the harness started. Its output goes to a log file.
 */
public interface Jvm extends AutoCloseable {

	/** Lines of a log that are shown with a failure. */
	int LOG_TAIL = 20;

	/** The name in messages. */
	String name();

	/** The command that it runs, word by word. */
	List<String> command();

	/** When it was started. */
	Instant startedAt();

	/** Whether it runs. */
	boolean isAlive();

	/** Completes with the exit code when the JVM ends. */
	CompletableFuture<Integer> exit();

	/**
	 * The failure of a JVM that ended when it should not have.
	 * @return the exception to throw, with the end of the log
	 * @throws InterruptedException if it ended because the user pressed Ctrl-C, or the
	 * harness is ending
	 */
	RunFailedException died() throws InterruptedException;

	/**
	 * The end of the log.
	 * @param count the most lines wanted
	 * @return the last lines, oldest first; empty if there is no log
	 */
	List<String> lastLogLines(int count);

	/** The counters that the kernel has of it and of its machine. */
	Kernel kernel();

	/**
	 * What is left on the heap by class when all garbage is collected, which stops the
	 * JVM for some tenths of a second.
	 * @return a line for each class and one for their total, or empty if it is unknown
	 */
	default String classHistogram() {
		return "";
	}

	/**
	 * The bytes of {@link #classHistogram()}.
	 * @return bytes, or null if it is unknown
	 */
	default @Nullable Long liveHeapBytes() {
		return LiveHeap.bytes(classHistogram());
	}

	/** Asks it to end, and does not wait for that. */
	void requestStop();

	/**
	 * Asks it to end, and kills it if it has not ended after 10 s. Returns when it has
	 * ended; an interrupt is kept for the caller and shortens nothing.
	 */
	void stop();

	@Override
	default void close() {
		stop();
	}

	/** Stops several at the same time. */
	static void stop(List<? extends Jvm> jvms) {
		jvms.forEach(Jvm::requestStop);
		jvms.forEach(Jvm::stop);
	}

}
