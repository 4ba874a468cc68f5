package lab.harness.target;

/**
 * This machine is not ready for a run: a port in use, no JDK, a module that is not built.
 * The message is one line for the user and says what would be right; the command ends
 * with 2.
 */
public class BadEnvironmentException extends RuntimeException {

	/**
	 * Something that the user has to put right first.
	 * @param message one line: what is wrong, where, and what would be right
	 */
	public BadEnvironmentException(String message) {
		super(message);
	}

}
