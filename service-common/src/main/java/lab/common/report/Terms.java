package lab.common.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * What an app says of itself.
 *
 * @param application name of the app
 * @param jdk its Java version, such as {@code 25.0.3}
 * @param cores processors that its JVM sees
 * @param collector the garbage collector
 * @param heapMaxBytes the most heap it may use
 * @param requestThreads the most requests it serves at once, or null where threads are no
 * limit
 * @param httpClient the HTTP client's name and version
 * @param backendConnections the most connections its HTTP client opens to the backend, or
 * the most calls that are under way at once
 * @param backendLimit which of the two
 * @param keepAlive its policy of keeping connections, in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Terms(String application, String jdk, int cores, String collector, long heapMaxBytes,
		@Nullable Integer requestThreads, String httpClient, int backendConnections, BackendLimit backendLimit,
		String keepAlive) {

	/**
	 * All of it but the name, in one line for people.
	 */
	public String line() {
		return "JDK %s, %d cores, %s, heap %d MiB; request threads: %s; HTTP client: %s, %d %s; keep-alive: %s"
			.formatted(this.jdk, this.cores, this.collector, DataSize.ofBytes(this.heapMaxBytes).toMegabytes(),
					(this.requestThreads != null) ? this.requestThreads : "no limit", this.httpClient,
					this.backendConnections, this.backendLimit, this.keepAlive);
	}

}
