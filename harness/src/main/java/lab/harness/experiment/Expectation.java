package lab.harness.experiment;

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

	/**
	 * The two halves of the window agree, each set against its own ceiling.
	 */
	STEADY,

	/**
	 * No request failed.
	 */
	NO_ERRORS;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
