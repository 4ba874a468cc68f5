package lab.harness.experiment;

import java.util.Locale;

/**
 * What the services and the load of a run are started as.
 */
public enum On {

	/** Processes of this machine. */
	PROCESS,

	/** Containers, each with the limits of the project's compose file. */
	DOCKER;

	/**
	 * The one of that name.
	 * @throws InvalidInputException if there is none
	 */
	public static On of(String name) {
		return Words.of(values(), name);
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
