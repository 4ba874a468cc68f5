package lab.harness.model.experiment;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import lab.harness.model.InvalidInputException;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that a load asks.
 *
 * @param asked the endpoint of each path, one or more
 */
public record Target(List<Asked> asked) {

	/** The variable of a path that holds the calls of a fan-out. */
	private static final String CALLS = "calls";

	public Target {
		asked = List.copyOf(asked);
	}

	/**
	 * Finds the endpoints.
	 * @throws InvalidInputException if there is none for a path, or for the method
	 */
	public static Target of(List<Endpoint> endpoints, Request request) {
		Target target = ofAnyMethod(endpoints, request);
		InvalidInputException.require(request.method() == Request.Method.GET, "method",
				"the endpoints of the app take GET only");
		return target;
	}

	/**
	 * Finds the endpoints of a service that may take any method.
	 * @throws InvalidInputException if there is none for a path
	 */
	public static Target ofAnyMethod(List<Endpoint> endpoints, Request request) {
		return of(endpoints, request.path(), "path");
	}

	/**
	 * Finds the endpoints of paths.
	 * @throws InvalidInputException if there is none for a path, blamed on a key of the
	 * load
	 */
	static Target of(List<Endpoint> endpoints, Paths paths, String key) {
		return new Target(paths.weights().keySet().stream().map((path) -> asked(endpoints, path, key)).toList());
	}

	private static Asked asked(List<Endpoint> endpoints, String path, String key) {
		return endpoints.stream()
			.filter((endpoint) -> endpoint.matches(path))
			.findFirst()
			.map((endpoint) -> Asked.of(endpoint, path))
			.orElseThrow(() -> new InvalidInputException(key, "the app has no endpoint '" + path + "'; accepted: "
					+ endpoints.stream().map(Endpoint::path).collect(Collectors.joining(", "))));
	}

	/** The paths, such as {@code /, /guarded}. */
	String words() {
		return this.asked.stream().map(Asked::path).collect(Collectors.joining(", "));
	}

	/**
	 * Whether the requests of all paths wait for the same, as long, and within the same
	 * limits. The laws of queues need it.
	 */
	public boolean isUniform() {
		return same(Asked::work).isPresent();
	}

	/** Whether a request calls the backend, at least on one of the paths. */
	public boolean callsBackend() {
		return this.asked.stream().anyMatch((one) -> one.work().waitsFor() == WaitsFor.BACKEND);
	}

	/**
	 * How long a request waits for the database or sleeps, as its path says; null for one
	 * that waits for something else or not at all, and if the paths differ.
	 */
	public @Nullable DelayDistribution ownWait() {
		return isUniform() ? first().ownWait() : null;
	}

	/**
	 * Whether each request waits once, so that the delay of this wait sets a ceiling.
	 */
	public boolean hasCeiling() {
		return isUniform() && first().waitsOnce();
	}

	/** The reason why there is no ceiling. */
	public String whyNoCeiling() {
		return isUniform() ? "a request does not wait once for the backend, a query or a sleep, so there is no ceiling"
				: "the requests of its paths wait in different ways, so there is no single ceiling";
	}

	public boolean onlyComputes() {
		return this.asked.stream()
			.allMatch((one) -> one.work().computes() && one.work().waitsFor() == WaitsFor.NOTHING);
	}

	/** Calls to the backend that a request to the first path makes. */
	public int calls() {
		return first().calls();
	}

	/** Whether these calls are made at once, and not one after another. */
	public boolean callsAtOnce() {
		return first().callsAtOnce();
	}

	/**
	 * The most requests that may wait by the limits of one kind.
	 * @return the smallest of those limits, or null if there is none or the paths differ
	 */
	public @Nullable Integer most(Terms terms, Limit.Kind kind) {
		return same((one) -> Optional.ofNullable(terms.most(one.endpoint(), kind))).flatMap((most) -> most)
			.orElse(null);
	}

	private Work first() {
		return this.asked.getFirst().work();
	}

	/** The property that all paths share, or nothing if they differ. */
	private <T> Optional<T> same(Function<Asked, T> property) {
		List<T> different = this.asked.stream().map(property).distinct().toList();
		return (different.size() == 1) ? Optional.of(different.getFirst()) : Optional.empty();
	}

	/**
	 * An endpoint that a load asks.
	 *
	 * @param endpoint the entry in the list of the app's endpoints
	 * @param path path and query of the requests
	 */
	public record Asked(Endpoint endpoint, String path, Work work) {

		private static Asked of(Endpoint endpoint, String path) {
			boolean callsBackend = endpoint.waitsFor() == WaitsFor.BACKEND;
			String millis = (callsBackend || endpoint.waitsFor() == WaitsFor.NOTHING) ? null
					: endpoint.value("millis", path);
			DelayDistribution ownWait = (millis != null && millis.matches("0*[1-9]\\d{0,4}"))
					? DelayDistribution.parse("fixed " + Integer.parseInt(millis) + "ms") : null;
			String calls = endpoint.value(CALLS, path);
			String style = endpoint.value("style", path);
			return new Asked(endpoint, path,
					new Work(endpoint.waitsFor(), ownWait, callsBackend ? !endpoint.has(CALLS) : ownWait != null,
							(calls != null && calls.matches("\\d{1,9}")) ? Integer.parseInt(calls) : endpoint.calls(),
							style != null && !style.equals("sequential"), endpoint.computes(), endpoint.limits()));
		}

	}

	/** Everything about an endpoint that a law depends on. */
	record Work(WaitsFor waitsFor, @Nullable DelayDistribution ownWait, boolean waitsOnce, int calls,
			boolean callsAtOnce, boolean computes, List<Limit> limits) {
	}

}
