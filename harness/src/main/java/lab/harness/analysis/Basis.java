package lab.harness.analysis;

import java.util.Locale;

/**
 * The experiments that advice rests on.
 */
public enum Basis {

	USERS(true), THREADS(true), POOL(true), JDBC(true), SERVER_THREADS(true), WAITING_MEMORY(true), HEAP(true),
	COMPARISON(true), OVERLOAD(true), GUARDS(false);

	private final boolean recorded;

	Basis(boolean recorded) {
		this.recorded = recorded;
	}

	/** The name of the experiment, and of its record. */
	public String experiment() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Whether {@code docs/results} has a record of it. */
	public boolean recorded() {
		return this.recorded;
	}

}
