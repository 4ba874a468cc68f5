package lab.harness.model.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a run cannot be finished or analysed, such as when a process dies or there
 * are too few samples. It becomes a failed {@link Outcome}, and the other runs continue.
 */
public class RunFailedException extends RuntimeException {

	private final transient Failure failure;

	public RunFailedException(String reason) {
		this(reason, List.of());
	}

	public RunFailedException(String reason, @Nullable Throwable cause) {
		super(reason, cause);
		this.failure = new Failure(reason, List.of());
	}

	/**
	 * Creates the exception with the log of the process that failed.
	 * @param reason what failed and where, in one line
	 * @param log the last lines of the log, oldest first
	 */
	public RunFailedException(String reason, List<String> log) {
		super(reason);
		this.failure = new Failure(reason, log);
	}

	public Failure failure() {
		return this.failure;
	}

}
