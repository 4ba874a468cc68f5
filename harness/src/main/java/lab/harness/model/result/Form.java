package lab.harness.model.result;

import java.util.Locale;

/**
 * The form in which an experiment is run: as in its file, or with the short windows of
 * {@code --quick}.
 */
public enum Form {

	FULL, QUICK;

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
