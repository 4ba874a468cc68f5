package lab.harness.model.result;

import java.util.Locale;

/**
 * A quantity that a service tells of itself, by the meters of its Actuator, or the
 * control group that limits it.
 */
public enum Gauge {

	/** The requests that it is serving. */
	IN_FLIGHT,

	/** The connections of its database pool that are in use. */
	POOL_USED,

	/** The requests that wait for a connection of its database pool. */
	POOL_WAITING,

	/**
	 * Milliseconds since its start for which a quota of processor time let none of its
	 * threads run, summed over the processors.
	 */
	THROTTLED;

	/** The word for it in JSON, such as {@code in-flight}. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
