package lab.wire;

import java.util.Locale;

/**
 * A resource that a waiting request occupies, of which an app has a fixed number. The
 * order is that of the terms.
 */
public enum Limit {

	/** The connections of users that the server keeps open, on all endpoints. */
	SERVER_CONNECTIONS(Kind.CONNECTIONS),

	/** The threads of the server that run handlers. */
	REQUEST_THREADS(Kind.THREADS),

	/** The event loops of the server, where a handler blocks one. */
	EVENT_LOOPS(Kind.THREADS),

	/** The threads of Reactor's scheduler for blocking calls. */
	BOUNDED_ELASTIC(Kind.THREADS),

	/** The carriers of virtual threads, where a monitor pins one. */
	PINNED_CARRIERS(Kind.THREADS),

	/** The connections to the backend. */
	BACKEND_CONNECTIONS(Kind.CONNECTIONS),

	/** The connections to the database. */
	DATABASE_CONNECTIONS(Kind.CONNECTIONS),

	/** The permits of the bulkhead of {@code /guarded}. */
	BULKHEAD(Kind.PERMITS),

	/** The permits of Spring's {@code @ConcurrencyLimit} of {@code /limited}. */
	CONCURRENCY_LIMIT(Kind.PERMITS);

	private final Kind kind;

	Limit(Kind kind) {
		this.kind = kind;
	}

	/** The kind of thing that is limited. */
	public Kind kind() {
		return this.kind;
	}

	/** The word for it in JSON, such as {@code request-threads}. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Kinds of limits. Requests beyond {@code PERMITS} are refused, others queue. */
	public enum Kind {

		THREADS, CONNECTIONS, PERMITS

	}

}
