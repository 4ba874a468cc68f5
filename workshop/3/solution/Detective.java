import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A service with three limits: threads, connections to its backend, and licences. Start it with:
 * java Detective.java 8080 http://127.0.0.1:8000 1
 */
class Detective {

	/** So many that it is no limit. */
	static final int NONE = 100_000;

	/** The exercise: from each step to the next, remove the limit that decides, and no other. */
	static final List<Limits> STEPS = List.of(
			new Limits(120, 30, 10),
			// 30 / 0.5 s = 60 req/s was the least: the connections.
			new Limits(120, NONE, 10),
			// 10 / 0.1 s = 100 req/s: the licences.
			new Limits(120, NONE, NONE),
			// 120 / 0.6 s = 200 req/s: the threads, which are held all the time. Then 200 users / 0.6 s = 333.
			new Limits(NONE, NONE, NONE));

	/** A request needs a licence for this time, after the call. */
	static final Duration LICENSED_WORK = Duration.ofMillis(100);

	record Limits(int threads, int connections, int licences) {

		ExecutorService executor() {
			return (this.threads == NONE) ? Executors.newVirtualThreadPerTaskExecutor()
					: Executors.newFixedThreadPool(this.threads);
		}

	}

	public static void main(String[] args) throws IOException {
		// Otherwise the users get each answer 40 ms late (delayed acknowledgement).
		System.setProperty("sun.net.httpserver.nodelay", "true");
		Limits limits = STEPS.get(Integer.parseInt(args[2]) - 1);
		// In the order of arrival, so that no user waits for ever.
		Semaphore connections = new Semaphore(limits.connections(), true);
		Semaphore licences = new Semaphore(limits.licences(), true);
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		HttpRequest call = HttpRequest.newBuilder(URI.create(args[1])).build();
		HttpServer server = HttpServer
			.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 1000);
		server.setExecutor(limits.executor());
		server.createContext("/", (exchange) -> {
			try (exchange) {
				byte[] answer;
				connections.acquire();
				try {
					answer = client.send(call, HttpResponse.BodyHandlers.ofByteArray()).body();
				}
				finally {
					connections.release();
				}
				licences.acquire();
				try {
					Thread.sleep(LICENSED_WORK);
				}
				finally {
					licences.release();
				}
				exchange.sendResponseHeaders(200, answer.length);
				exchange.getResponseBody().write(answer);
			}
			catch (InterruptedException ex) {
				throw new IOException("interrupted", ex);
			}
		});
		server.start();
	}

}
