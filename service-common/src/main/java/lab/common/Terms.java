package lab.common;

import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * What an app says of itself.
 *
 * @param application name of the app
 * @param jvm its JVM
 * @param requestThreads the most requests it serves at once, or null where threads are no
 * limit
 * @param carriers the most virtual threads that its JVM runs at once
 * @param eventLoops the event loops that serve requests, or null where threads do
 * @param httpClient the HTTP client's name and version
 * @param backendConnections the most connections its HTTP client opens to the backend, or
 * null where it has no limit
 * @param databaseConnections the most connections of the pool before the database
 * @param keepAlive its policy of keeping connections, in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Terms(String application, @JsonUnwrapped Jvm jvm, @Nullable Integer requestThreads, int carriers,
		@Nullable Integer eventLoops, String httpClient, @Nullable Integer backendConnections, int databaseConnections,
		String keepAlive) {

	private static final String NO_LIMIT = "no limit";

	/**
	 * All of it but the name, in one line for people.
	 */
	public String line() {
		return ("JDK %s, %d cores, %s, heap %d MiB; request threads: %s; carriers: %d; event loops: %s; "
				+ "HTTP client: %s, connections: %s; keep-alive: %s")
			.formatted(this.jvm.jdk, this.jvm.cores, this.jvm.collector,
					DataSize.ofBytes(this.jvm.heapMaxBytes).toMegabytes(),
					Objects.requireNonNullElse(this.requestThreads, NO_LIMIT), this.carriers,
					Objects.requireNonNullElse(this.eventLoops, "none"), this.httpClient,
					Objects.requireNonNullElse(this.backendConnections, NO_LIMIT), this.keepAlive);
	}

	/**
	 * The JVM of an app, as it finds itself.
	 *
	 * @param jdk its Java version, such as {@code 25.0.3}
	 * @param cores processors that it sees
	 * @param collector the garbage collector
	 * @param heapMaxBytes the most heap it may use
	 */
	public record Jvm(String jdk, int cores, String collector, long heapMaxBytes) {

	}

}
