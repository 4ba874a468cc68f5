package lab.harness.model;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Invalid usage or input. The message is one line that says what is wrong, where, and
 * what would be right. The command ends with exit code 2.
 */
public class InvalidInputException extends RuntimeException {

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
	public InvalidInputException(String key, String message) {
		this(key, message, null);
	}

	private InvalidInputException(String key, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.key = key;
	}

	@Override
	public String getMessage() {
		return String.valueOf(super.getMessage());
	}

	/** The component in YAML, or the option; empty if the message names the place. */
	public String key() {
		return this.key;
	}

	/**
	 * Requires a component to be valid.
	 * @param key the name of the component in YAML, or the option
	 * @throws InvalidInputException if it is not
	 */
	public static void require(boolean valid, String key, String otherwise) {
		if (!valid) {
			throw new InvalidInputException(key, otherwise);
		}
	}

	/**
	 * Why a file cannot be read or written, in words. The message of an exception of Java
	 * is often only the path.
	 */
	public static String reason(Exception ex) {
		return switch ((ex instanceof UncheckedIOException unchecked) ? Objects.requireNonNull(unchecked.getCause())
				: ex) {
			case AccessDeniedException denied -> "access denied";
			case NoSuchFileException missing -> "it does not exist";
			case FileAlreadyExistsException existing -> "something else of that name is there";
			case FileSystemException other when other.getReason() != null -> other.getReason();
			case Exception other ->
				Objects.requireNonNullElseGet(other.getMessage(), () -> other.getClass().getSimpleName());
		};
	}

	/**
	 * Requires a value to be in range, if it is there.
	 * @param key the name of the component in YAML, or the option
	 * @throws InvalidInputException if it is not
	 */
	public static void requireRange(String key, @Nullable Integer value, int least, int most) {
		require(value == null || (least <= value && value <= most), key,
				value + " is out of range; accepted: " + least + " to " + most);
	}

}
