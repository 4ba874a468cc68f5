package lab.contract;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The three apps and their intended differences.
 */
enum App {

	TOMCAT_PLATFORM("platform", 200, List.of("/", "/asynchronous"),
			List.of("sequential", "futures", "completable-futures", "virtual-threads")),

	TOMCAT_VIRTUAL("virtual", null, List.of("/", "/asynchronous"),
			List.of("sequential", "futures", "completable-futures", "virtual-threads")),

	WEBFLUX("event-loop", null, List.of("/", "/blocking/bounded-elastic"), List.of("sequential", "reactive"));

	final String thread;

	final @Nullable Integer requestThreads;

	/**
	 * One path per HTTP client of the app; each client has its own pool of connections.
	 */
	final List<String> clients;

	final List<String> styles;

	App(String thread, @Nullable Integer requestThreads, List<String> clients, List<String> styles) {
		this.thread = thread;
		this.requestThreads = requestThreads;
		this.clients = clients;
		this.styles = styles;
	}

	/** Returns the name of the module and jar. */
	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
