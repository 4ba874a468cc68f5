package lab.harness.model;

import java.util.Locale;

/**
 * The processors that the processes of a run may use.
 */
public enum Cores {

	/** All processes share all processors. */
	SHARED,

	/**
	 * The app has dedicated processors, and its JVM sees no others.
	 */
	APART;

	/** Advice for a run whose load saturates the processors. */
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
