package lab.harness.model;

import java.util.Locale;

/**
 * Which processors the processes of a run may use.
 */
public enum Cores {

	/** All processes share all processors, as on a developer's machine. */
	SHARED,

	/**
	 * The app has processors of its own, so that neither the load nor the backend takes
	 * any of its time. Its JVM then sees these alone.
	 */
	APART;

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
