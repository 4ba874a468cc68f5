package lab.wire;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * An endpoint of an app: an entry of {@value #FILE} in its jar.
 *
 * @param path pattern of the path, with the parameters of the query that matter. A
 * variable in braces stands for one segment of the path or one value of the query, and
 * some have a meaning: {@code {millis}} is how long a request waits for the database or
 * sleeps, {@code {calls}} how many calls to the backend it makes, {@code {style}} how:
 * one after another if it is absent or {@code sequential}, else all at once
 * @param waitsFor what a request waits for
 * @param limits what a waiting request occupies, twice what it occupies two of; empty if
 * nothing limits how many wait
 * @param calls calls to the backend that a request makes, unless it says {@code {calls}}
 * @param computes whether a request is meant to take CPU
 */
public record Endpoint(String path, WaitsFor waitsFor, List<Limit> limits, int calls, boolean computes) {

	/** The list of an app's endpoints on its class path: a JSON array of this record. */
	public static final String FILE = "endpoints.json";

	public Endpoint {
		limits = List.copyOf(limits);
	}

	/**
	 * Whether a request asks this endpoint.
	 * @param request path and query
	 */
	public boolean matches(String request) {
		List<String> pattern = segments(this.path);
		List<String> segments = segments(request);
		return pattern.size() == segments.size() && Stream.iterate(0, (i) -> i + 1)
			.limit(pattern.size())
			.allMatch((i) -> isVariable(pattern.get(i)) || pattern.get(i).equals(segments.get(i)));
	}

	/** Whether the pattern has a variable. */
	public boolean has(String variable) {
		return this.path.contains("{" + variable + "}");
	}

	/**
	 * The value that a request gives a variable of the pattern.
	 * @param request path and query
	 * @return the value; null if the pattern has no such variable or the request leaves
	 * it out
	 */
	public @Nullable String value(String variable, String request) {
		String braced = "{" + variable + "}";
		int segment = segments(this.path).indexOf(braced);
		if (segment >= 0) {
			return segments(request).get(segment);
		}
		return parameters(this.path).filter((parameter) -> parameter.endsWith("=" + braced))
			.map((parameter) -> parameter.substring(0, parameter.length() - braced.length()))
			.flatMap((name) -> parameters(request).filter((parameter) -> parameter.startsWith(name))
				.map((parameter) -> parameter.substring(name.length())))
			.findFirst()
			.orElse(null);
	}

	private static boolean isVariable(String segment) {
		return segment.startsWith("{");
	}

	private static List<String> segments(String path) {
		return List.of(path.split("\\?", 2)[0].split("/", -1));
	}

	private static Stream<String> parameters(String path) {
		String[] parts = path.split("\\?", 2);
		return (parts.length == 2) ? Stream.of(parts[1].split("&")) : Stream.of();
	}

}
