package lab.harness.advise;

import java.util.Locale;

/**
 * The experiments that advice rests on. Each has a record in {@code docs/results}.
 */
public enum Basis {

	USERS, THREADS, POOL, JDBC, SERVER_THREADS, WAITING_MEMORY, HEAP, COMPARISON, CPU_AFTER_IO, OVERLOAD, GUARDS,
	BACKLOG, BLOCKING_WEBFLUX, CONNECTIONS, PODS, START;

	/** The name of the experiment, and of its record. */
	public String experiment() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
