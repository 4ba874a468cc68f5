package lab.wire;

import java.util.Locale;

/**
 * The reason why a request is not answered at once.
 */
public enum WaitsFor {

	/** The slow backend. */
	BACKEND,

	/** A query of the database that takes as long as the path says. */
	DATABASE,

	/**
	 * Sleep in the app itself: for as long as the path says, or until the next event of a
	 * stream is due.
	 */
	SLEEP,

	/** Nothing: the request computes. */
	NOTHING;

	/** The word for it in JSON, such as {@code backend}. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
