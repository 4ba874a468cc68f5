package lab.harness.model.result;

import org.jspecify.annotations.Nullable;

/**
 * The cause of a failed request, as its client saw it.
 *
 * @param status status of the answer, three digits, or null without an answer
 * @param cause the cause that the answer stated, empty if it stated none; without an
 * answer the reason for that
 */
public record ErrorKind(@Nullable String status, String cause) implements Comparable<ErrorKind> {

	public static ErrorKind unanswered(String cause) {
		return new ErrorKind(null, cause);
	}

	/** The kind of a name in a file. */
	static ErrorKind parse(String name) {
		return name.startsWith("status ") ? new ErrorKind(name.substring(7, 10), name.substring(10).strip())
				: unanswered(name);
	}

	/** Whether there was an answer, even if an error. */
	public boolean isAnswer() {
		return this.status != null;
	}

	@Override
	public int compareTo(ErrorKind other) {
		return toString().compareTo(other.toString());
	}

	/** The name in files, such as {@code status 504 read-timeout} or {@code reset}. */
	@Override
	public String toString() {
		return (this.status == null) ? this.cause : ("status " + this.status + " " + this.cause).strip();
	}

}
