package lab.harness.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A run that could not be finished or analysed: a process that died or was never ready, a
 * management port that refused, too few samples. It becomes a failed {@link Outcome}; the
 * other runs continue.
 */
public class RunFailedException extends RuntimeException {

	private final transient Failure failure;

	/**
	 * A failure without a log.
	 * @param reason one line: what failed and where
	 */
	public RunFailedException(String reason) {
		this(reason, List.of());
	}

	/**
	 * A failure that another exception caused.
	 * @param reason one line: what failed and where
	 * @param cause that exception, or null
	 */
	public RunFailedException(String reason, @Nullable Throwable cause) {
		super(reason, cause);
		this.failure = new Failure(reason, List.of());
	}

	/**
	 * A failure that a log explains.
	 * @param reason one line: what failed and where
	 * @param log the last lines of the log of the process that failed, oldest first
	 */
	public RunFailedException(String reason, List<String> log) {
		super(reason);
		this.failure = new Failure(reason, log);
	}

	/** What failed, as it is kept with the run. */
	public Failure failure() {
		return this.failure;
	}

}
