package lab.common.client;

import java.io.Serial;

/**
 * A failed call to the backend or the database, whatever client made it.
 */
public class BackendException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1L;

	private final Cause reason;

	/** Needs no stack trace: {@code error} has one. */
	public BackendException(Cause reason, Throwable error) {
		super(reason.toString(), error, false, false);
		this.reason = reason;
	}

	public Cause reason() {
		return this.reason;
	}

}
