package lab.common;

import lab.common.client.BackendProperties;
import lab.common.database.DatabaseProperties;
import lab.wire.Limit;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;

/**
 * The limits of the running app on the requests that wait at once.
 */
public final class Limits {

	/** A monitor no longer pins a virtual thread from this version of Java on. */
	private static final int UNPINNED = 24;

	private final BackendProperties backend;

	private final DatabaseProperties database;

	private final Guards guards;

	private final int concurrencyLimit;

	private final Server server;

	private final boolean virtualThreads;

	Limits(BackendProperties backend, DatabaseProperties database, Guards guards,
			@Value("${concurrency-limit}") int concurrencyLimit, Server server, Environment environment) {
		this.backend = backend;
		this.database = database;
		this.guards = guards;
		this.concurrencyLimit = concurrencyLimit;
		this.server = server;
		this.virtualThreads = Threading.VIRTUAL.isActive(environment);
	}

	/**
	 * The number that a limit stands for now, or null where it does not apply; the server
	 * must have started.
	 */
	@Nullable Integer of(Limit limit) {
		return switch (limit) {
			case REQUEST_THREADS -> this.server.requestThreads();
			case EVENT_LOOPS -> this.server.eventLoops();
			case BOUNDED_ELASTIC -> Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
			case PINNED_CARRIERS ->
				(this.virtualThreads && Runtime.version().feature() < UNPINNED) ? (Integer) carriers() : null;
			case BACKEND_CONNECTIONS -> this.server.client().limited() ? (Integer) this.backend.maxConnections() : null;
			case DATABASE_CONNECTIONS -> this.database.maxConnections();
			case BULKHEAD -> this.guards.bulkhead().getMetrics().getMaxAllowedConcurrentCalls();
			case CONCURRENCY_LIMIT -> this.concurrencyLimit;
		};
	}

	/**
	 * The most virtual threads that the JVM runs at once, as the JDK decides it: the JVM
	 * has a bean for it from Java 24 on only.
	 */
	static int carriers() {
		return Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
	}

}
