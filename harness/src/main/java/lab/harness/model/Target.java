package lab.harness.model;

import java.util.List;
import java.util.stream.Collectors;

import lab.wire.Endpoint;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint that a load asks.
 *
 * @param endpoint the entry in the list of the app's endpoints
 * @param path path and query of the requests
 */
public record Target(Endpoint endpoint, String path) {

	/** The variable of a path that holds the calls of a fan-out. */
	private static final String CALLS = "calls";

	/**
	 * Finds the endpoint.
	 * @throws InvalidInputException if there is none for this path
	 */
	public static Target of(List<Endpoint> endpoints, String path) {
		return endpoints.stream()
			.filter((endpoint) -> endpoint.matches(path))
			.findFirst()
			.map((endpoint) -> new Target(endpoint, path))
			.orElseThrow(() -> new InvalidInputException("path", "the app has no endpoint '" + path + "'; accepted: "
					+ endpoints.stream().map(Endpoint::path).collect(Collectors.joining(", "))));
	}

	public boolean callsBackend() {
		return this.endpoint.waitsFor() == WaitsFor.BACKEND;
	}

	/**
	 * How long a request waits for the database or sleeps, as its path says; null for one
	 * that waits for something else or not at all.
	 */
	public @Nullable DelayDistribution ownWait() {
		String millis = switch (this.endpoint.waitsFor()) {
			case DATABASE, SLEEP -> this.endpoint.value("millis", this.path);
			case BACKEND, NOTHING -> null;
		};
		return (millis != null && millis.matches("0*[1-9]\\d{0,4}"))
				? DelayDistribution.parse("fixed " + Integer.parseInt(millis) + "ms") : null;
	}

	/**
	 * Whether a request waits once, so that the delay of this wait sets a ceiling.
	 */
	public boolean hasCeiling() {
		return callsBackend() ? !this.endpoint.has(CALLS) : ownWait() != null;
	}

	public boolean onlyComputes() {
		return this.endpoint.computes() && this.endpoint.waitsFor() == WaitsFor.NOTHING;
	}

	/** Calls to the backend that one request makes. */
	public int calls() {
		String calls = this.endpoint.value(CALLS, this.path);
		return (calls != null && calls.matches("\\d{1,9}")) ? Integer.parseInt(calls) : this.endpoint.calls();
	}

	/** Whether these calls are made at once, and not one after another. */
	public boolean callsAtOnce() {
		String style = this.endpoint.value("style", this.path);
		return style != null && !style.equals("sequential");
	}

}
