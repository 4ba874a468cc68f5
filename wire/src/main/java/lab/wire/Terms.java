package lab.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The conditions under which an app runs, {@code GET /actuator/terms}.
 *
 * @param application its name; empty for a run without an app
 * @param jvm its JVM
 * @param keepAlive its policy of keeping connections of users, in words
 * @param httpClient name and version of the HTTP client of {@code GET /}
 * @param limits the number that each limit of an endpoint stands for, or null where it
 * does not apply, such as request threads that are virtual
 * @param endpoints its endpoints
 */
public record Terms(String application, JvmTerms jvm, String keepAlive, String httpClient,
		Map<Limit, @Nullable Integer> limits, List<Endpoint> endpoints) {

	/** The terms of a run without an app. */
	public static final Terms NONE = new Terms("", new JvmTerms("", 0, 0, "", 0), "", "", Map.of(), List.of());

	public Terms(String application, JvmTerms jvm, String keepAlive, String httpClient,
			Map<Limit, @Nullable Integer> limits, List<Endpoint> endpoints) {
		this.application = application;
		this.jvm = jvm;
		this.keepAlive = keepAlive;
		this.httpClient = httpClient;
		this.limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
		this.endpoints = List.copyOf(endpoints);
		for (Endpoint endpoint : endpoints) {
			if (!limits.keySet().containsAll(endpoint.limits())) {
				throw new IllegalArgumentException("limits of " + endpoint.path() + " are missing: " + endpoint.limits()
						+ " of " + limits.keySet());
			}
		}
	}

	/**
	 * The most requests that may wait at an endpoint by its limits of one kind. HTTP/1.1
	 * has one request at a time on each connection of a user.
	 * @return the smallest of those limits, or null if there is none
	 */
	public @Nullable Integer most(Endpoint endpoint, Limit.Kind kind) {
		return Stream.concat(Stream.of(Limit.SERVER_CONNECTIONS), endpoint.limits().stream())
			.filter((limit) -> limit.kind() == kind)
			.flatMap((limit) -> Stream.ofNullable(this.limits.get(limit))
				.map((number) -> number / Math.max(1, Collections.frequency(endpoint.limits(), limit))))
			.min(Integer::compare)
			.orElse(null);
	}

	/**
	 * The JVM of an app, as it finds itself.
	 *
	 * @param jdk its Java version, such as {@code 25.0.3}
	 * @param cores processors that it sees
	 * @param carriers the most virtual threads that it runs at once
	 * @param collector the garbage collector
	 * @param heapMaxBytes the most heap it may use
	 */
	public record JvmTerms(String jdk, int cores, int carriers, String collector, long heapMaxBytes) {

	}

}
