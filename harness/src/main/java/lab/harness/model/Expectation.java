package lab.harness.model;

import java.util.Locale;

/**
 * A promise of an experiment about each of its runs. A run that breaks it is invalid.
 */
public enum Expectation {

	/**
	 * The mean number in flight at the backend is at least 98 % of min(users, request
	 * threads).
	 */
	AT_CEILING,

	/** The two halves of the window reach the same share of their ceilings. */
	STEADY,

	/** No request failed. */
	NO_ERRORS,

	/**
	 * Each request that the app accepted was answered, with success or an error: none
	 * ended in a timeout, a reset or a connection closed early.
	 */
	NONE_LOST,

	/**
	 * Within 15 s of the end of each fault the throughput is back to 95 % of that before.
	 */
	RECOVERS;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
