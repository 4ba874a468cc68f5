package lab.harness.target;

import org.jspecify.annotations.Nullable;

/**
 * What an app says of itself on its management port, {@code /actuator/terms}.
 *
 * @param application name of the app
 * @param jdk its Java version, such as {@code 25.0.3}
 * @param cores processors that its JVM sees
 * @param collector the garbage collector
 * @param heapMaxBytes the most heap it may use
 * @param requestThreads the most requests it serves at once, or null where threads are no
 * limit
 * @param httpClient the HTTP client's name and version
 * @param backendConnections the most connections its HTTP client opens to the backend
 * @param keepAlive its policy of keeping connections, in words
 */
public record Terms(String application, String jdk, int cores, String collector, long heapMaxBytes,
		@Nullable Integer requestThreads, String httpClient, int backendConnections, String keepAlive) {

}
