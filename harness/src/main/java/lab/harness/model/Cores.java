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

	/** What to do where the load of a run fills the processors. */
	public String lessLoad() {
		return "use fewer users, "
				+ ((this == SHARED) ? "a machine with more cores, or 'cores: apart' in the experiment file"
						: "or a machine with more cores");
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
