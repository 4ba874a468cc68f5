package lab.harness.model.experiment;

import java.util.Locale;

/**
 * The processors that the processes of a run may use: they share all of them, or the app
 * has dedicated ones, and its JVM sees no others.
 */
public enum Cores {

	SHARED, APART;

	/** Advice for a run whose load saturates the processors. */
	public String lessLoad() {
		return "use fewer users or arrivals, "
				+ ((this == SHARED) ? "a machine with more cores, or 'cores: apart' in the experiment file"
						: "or a machine with more cores");
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
