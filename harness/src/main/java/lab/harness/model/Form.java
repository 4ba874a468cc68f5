package lab.harness.model;

import java.util.Locale;

/**
 * The form in which an experiment is run.
 */
public enum Form {

	/** The form of its file. */
	FULL,

	/** The short windows of {@code --quick}. */
	QUICK,

	/** The {@code lesson} of its file, for a workshop. */
	LESSON;

	/**
	 * Whether windows are short and the optimising compiler is disabled, so that figures
	 * are not comparable with published ones.
	 */
	public boolean isShort() {
		return this != FULL;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
