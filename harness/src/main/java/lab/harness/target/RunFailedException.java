package lab.harness.target;

import java.util.List;

/**
 * A run that could not be finished: a process that died or never got ready, a management
 * port that refused. The message is one line for the user; the command ends with 1.
 */
public class RunFailedException extends RuntimeException {

	private final transient List<String> logTail;

	/**
	 * A failure without a log.
	 * @param message one line: what failed and where
	 */
	public RunFailedException(String message) {
		this(message, List.of());
	}

	/**
	 * A failure that a log explains.
	 * @param message one line: what failed and where
	 * @param logTail the last lines of the log of the process that failed, oldest first
	 */
	public RunFailedException(String message, List<String> logTail) {
		super(message);
		this.logTail = List.copyOf(logTail);
	}

	/**
	 * The last lines of the log of the process that failed, oldest first; empty when no
	 * log belongs to it.
	 */
	public List<String> logTail() {
		return this.logTail;
	}

}
