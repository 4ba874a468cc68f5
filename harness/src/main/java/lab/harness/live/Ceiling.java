package lab.harness.live;

import java.util.stream.Stream;

import lab.harness.analysis.LittlesLaw;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;
import org.jspecify.annotations.Nullable;

/**
 * The most requests a second that Little's law allows a model.
 */
final class Ceiling {

	private Ceiling() {
	}

	/**
	 * Requests a second: what waits at the same time, at most, divided by the mean delay.
	 * @param users users in a closed loop, or null if somebody else sends the load
	 * @param path the path that they ask for
	 * @param meanMillis mean delay of the backend, more than 0
	 * @return null if neither the users nor a limit is known, or if a request does not
	 * wait once for the backend
	 */
	static @Nullable Double of(@Nullable Integer users, Terms terms, String path, double meanMillis) {
		Endpoint endpoint = terms.endpoints().stream().filter((one) -> one.matches(path)).findFirst().orElse(null);
		if (endpoint == null || !waitsOnceForTheBackend(endpoint)) {
			return null;
		}
		Stream<Integer> limits = Stream.of(Limit.Kind.values())
			.flatMap((kind) -> Stream.ofNullable(terms.most(endpoint, kind)));
		return Stream.concat(Stream.ofNullable(users), limits)
			.min(Integer::compare)
			.map((most) -> LittlesLaw.throughput(most, meanMillis))
			.orElse(null);
	}

	/** The mean delay divides only the requests that wait for exactly one such delay. */
	private static boolean waitsOnceForTheBackend(Endpoint endpoint) {
		return endpoint.waitsFor() == WaitsFor.BACKEND && endpoint.calls() == 1 && !endpoint.has("calls");
	}

}
