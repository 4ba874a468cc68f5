package lab.harness.target;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A JVM of a run that the harness started: a process of this machine or a container. Its
 * output goes to a log file.
 */
public sealed interface Jvm extends AutoCloseable permits JavaProcess, Container {

	/**
	 * The name for messages.
	 */
	String name();

	/**
	 * The command that it runs, word by word.
	 */
	List<String> command();

	/**
	 * When it was started.
	 */
	Instant startedAt();

	/**
	 * Whether it runs.
	 */
	boolean isAlive();

	/**
	 * Ends with the exit code when the JVM ends.
	 */
	CompletableFuture<Integer> exit();

	/**
	 * The failure of a JVM that ended when it should not have.
	 * @return the exception to throw, with the end of the log
	 * @throws InterruptedException when it ended because the user pressed Ctrl-C, or the
	 * harness is ending
	 */
	RunFailedException died() throws InterruptedException;

	/**
	 * The end of the log.
	 * @param count the most lines wanted
	 * @return the last lines, oldest first; empty when there is no log
	 */
	List<String> lastLogLines(int count);

	/**
	 * Asks it to end, and does not wait for that.
	 */
	void requestStop();

	/**
	 * Asks it to end, and kills it when it has not ended after 10 s. Returns when it has
	 * ended; an interrupt is kept for the caller and shortens nothing.
	 */
	void stop();

	@Override
	default void close() {
		stop();
	}

	/**
	 * Stops several at the same time.
	 * @param jvms those to stop
	 */
	static void stop(List<? extends Jvm> jvms) {
		jvms.forEach(Jvm::requestStop);
		jvms.forEach(Jvm::stop);
	}

}
