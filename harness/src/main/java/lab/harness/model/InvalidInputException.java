package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * Invalid usage or input. The message is one line that says what is wrong, where, and
 * what would be right. The command ends with exit code 2.
 */
public class InvalidInputException extends RuntimeException {

	private final String message;

	private final String key;

	public InvalidInputException(String message) {
		this("", message, null);
	}

	public InvalidInputException(String message, @Nullable Throwable cause) {
		this("", message, cause);
	}

	/**
	 * Creates an exception for an invalid component of a record. The reader of the file
	 * adds the line.
	 * @param key the name of the component in YAML
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

	/** The component in YAML, or the option; empty if the message names the place. */
	public String key() {
		return this.key;
	}

	/**
	 * Requires a value to be in range, if it is there.
	 * @param key the name of the component in YAML, or the option
	 * @throws InvalidInputException if it is not
	 */
	public static void requireRange(String key, @Nullable Integer value, int least, int most) {
		if (value != null && (value < least || value > most)) {
			throw new InvalidInputException(key, value + " is out of range; accepted: " + least + " to " + most);
		}
	}

}
