package lab.harness.analysis;

import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The limits of an app on the requests that wait at once, by the path of the request.
 */
final class WaitLimits {

	/** Threads of Reactor's scheduler for blocking calls, by default. */
	private static final int BOUNDED_ELASTIC_PER_CORE = 10;

	private WaitLimits() {
	}

	/** The threads that hold a request while it waits, or null where none is held. */
	static @Nullable Integer threads(Terms terms, String path) {
		Integer eventLoops = terms.server().eventLoops();
		int boundedElastic = BOUNDED_ELASTIC_PER_CORE * terms.jvm().cores();
		return switch (path) {
			case "/asynchronous" -> null;
			case "/blocking/event-loop" -> eventLoops;
			case "/blocking/bounded-elastic" -> boundedElastic;
			default -> (path.startsWith("/database/") && eventLoops != null) ? (Integer) boundedElastic
					: terms.server().requestThreads();
		};
	}

	/**
	 * The most connections to where a request waits, or null where they have no limit.
	 */
	static @Nullable Integer connections(Terms terms, String path) {
		return path.startsWith("/database/") ? (Integer) terms.databaseConnections() : terms.backendConnections();
	}

}
