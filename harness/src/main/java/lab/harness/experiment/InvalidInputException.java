package lab.harness.experiment;

/**
 * Wrong usage or input: the message is one line that says what is wrong, where, and what
 * would be right. The command ends with 2.
 */
public class InvalidInputException extends RuntimeException {

	private final String message;

	public InvalidInputException(String message) {
		super(message);
		this.message = message;
	}

	@Override
	public String getMessage() {
		return this.message;
	}

}
