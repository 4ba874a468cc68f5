package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * Wrong usage or input: the message is one line that says what is wrong, where, and what
 * would be right. The command ends with exit code 2.
 */
public class InvalidInputException extends RuntimeException {

	private final String message;

	private final String key;

	public InvalidInputException(String message) {
		this("", message, null);
	}

	/**
	 * Wrong input that another exception showed.
	 * @param cause that exception, or null
	 */
	public InvalidInputException(String message, @Nullable Throwable cause) {
		this("", message, cause);
	}

	/**
	 * A value that is wrong for its record.
	 * @param key the component of the record that is wrong, as YAML names it; the reader
	 * of the file adds the line
	 */
	InvalidInputException(String key, String message) {
		this(key, message, null);
	}

	private InvalidInputException(String key, String message, @Nullable Throwable cause) {
		super(message, cause);
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
