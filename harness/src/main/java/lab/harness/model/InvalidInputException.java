package lab.harness.model;

/**
 * Wrong usage or input: the message is one line that says what is wrong, where, and what
 * would be right. The command ends with exit code 2.
 */
public class InvalidInputException extends RuntimeException {

	private final String message;

	private final String key;

	public InvalidInputException(String message) {
		this("", message);
	}

	/**
	 * A value that is wrong for its record.
	 * @param key the component of the record that is wrong, as YAML names it; the reader
	 * of the file adds the line
	 */
	InvalidInputException(String key, String message) {
		super(message);
		this.message = message;
		this.key = key;
	}

	@Override
	public String getMessage() {
		return this.message;
	}

	String key() {
		return this.key;
	}

}
