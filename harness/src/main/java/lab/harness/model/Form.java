package lab.harness.model;

import java.util.Locale;

/**
 * How much of an experiment is run.
 */
public enum Form {

	/** As its file says. */
	FULL,

	/** With the short windows of {@code --quick}. */
	QUICK,

	/** With what its {@code lesson} says, for a workshop. */
	LESSON;

	/**
	 * Whether windows are short and code is compiled quickly: nothing to be set against
	 * published figures.
	 */
	public boolean isShort() {
		return this != FULL;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
