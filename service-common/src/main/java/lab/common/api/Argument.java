package lab.common.api;

import java.util.Collection;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * A whole number that a request brings, and its range.
 *
 * @param name its name in the request
 * @param min the least value taken
 * @param max the greatest value taken
 */
public record Argument(String name, int min, int max) {

	/** Calls to the backend in one fan-out. */
	public static final Argument CALLS = new Argument("calls", 1, 20);

	/** Numbers summed by one computation: 100 million take some tenths of a second. */
	public static final Argument N = new Argument("n", 0, 100_000_000);

	/** Milliseconds of a wait: a minute at most. */
	public static final Argument MILLIS = new Argument("millis", 0, 60_000);

	/**
	 * Reads the number.
	 * @param text what the request brought
	 * @return the number, within the range
	 * @throws ResponseStatusException 400, with a detail that says the range
	 */
	public int parse(String text) {
		try {
			int number = Integer.parseInt(text);
			if (number >= this.min && number <= this.max) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// the same answer as out of range
		}
		throw badRequest(
				"%s must be a whole number from %d to %d, not '%s'".formatted(this.name, this.min, this.max, text));
	}

	/**
	 * The refusal of a word that is none of those known.
	 * @param name the argument's name in the request
	 * @param known the words it may be
	 * @param text what the request brought
	 * @return a 400 whose detail lists the words
	 */
	public static ResponseStatusException unknown(String name, Collection<String> known, String text) {
		return badRequest("%s must be one of %s, not '%s'".formatted(name, String.join(", ", known), text));
	}

	private static ResponseStatusException badRequest(String detail) {
		return new ResponseStatusException(HttpStatus.BAD_REQUEST, detail);
	}

}
