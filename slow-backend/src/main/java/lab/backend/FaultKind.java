package lab.backend;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What the backend can do wrong.
 */
enum FaultKind {

	/** Nothing. */
	NONE,

	/** Answers 500 at once. */
	ERROR,

	/** Takes the request and is silent until the fault ends, or the client leaves. */
	HANG,

	/** Breaks the connection off in the middle of the answer. */
	RESET,

	/** Is gone, as a process that died: connections break, new ones are refused. */
	OUTAGE;

	/**
	 * The kind of this name.
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

	/**
	 * The word for it in JSON, such as {@code hang}.
	 */
	@Override
	@JsonValue
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
