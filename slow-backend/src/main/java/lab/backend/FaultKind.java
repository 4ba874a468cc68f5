package lab.backend;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The faults that the backend can inject.
 */
enum FaultKind {

	/** No fault. */
	NONE,

	/** The backend answers 500 at once. */
	ERROR,

	/**
	 * The backend accepts the request and does not answer until the fault ends or the
	 * client leaves.
	 */
	HANG,

	/** The backend resets the connection in the middle of the response. */
	RESET,

	/**
	 * The backend behaves like a dead process: open connections are reset, new ones are
	 * refused.
	 */
	OUTAGE;

	/**
	 * Returns the kind with the given name.
	 * @throws IllegalArgumentException if there is none, with a message of one line
	 */
	static FaultKind of(String text) {
		return Arrays.stream(values())
			.filter((kind) -> kind.toString().equals(text.strip()))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"fault '" + text.replaceAll("\\p{Cntrl}", " ") + "' is unknown; write one of "
							+ Arrays.stream(values()).map(FaultKind::toString).collect(Collectors.joining(", "))));
	}

	/** Returns the name in JSON, such as {@code outage}. */
	@Override
	@JsonValue
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
