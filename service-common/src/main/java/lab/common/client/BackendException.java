package lab.common.client;

import java.io.Serial;

/**
 * A call to the backend that failed, whatever HTTP client made it.
 */
public class BackendException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1L;

	private final Cause reason;

	/**
	 * A failed call.
	 * @param reason why
	 * @param error what the HTTP client threw
	 */
	public BackendException(Cause reason, Throwable error) {
		// its stack says nothing that the client's does not
		super(reason.toString(), error, false, false);
		this.reason = reason;
	}

	/**
	 * Why the call failed.
	 */
	public Cause reason() {
		return this.reason;
	}

}
