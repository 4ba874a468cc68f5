package lab.harness.model;

import java.util.Locale;

/**
 * What an experiment promises of each of its runs. A broken promise makes the result
 * invalid.
 */
public enum Expectation {

	/**
	 * The backend is kept busy: the mean in flight there is at least 98 % of min(users,
	 * request threads).
	 */
	AT_CEILING,

	/** The two halves of the window agree, each set against its own ceiling. */
	STEADY,

	/** No request failed. */
	NO_ERRORS,

	/**
	 * Every request that the app took was answered: none ended in a timeout, a reset or a
	 * connection closed early. To be refused, or answered with an error, is an answer.
	 */
	NONE_LOST,

	/**
	 * Within 15 s of the end of each fault the throughput is back to 95 % of what it was
	 * before.
	 */
	RECOVERS;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
