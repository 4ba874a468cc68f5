import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A service whose backend allows it 200 calls at once. Start it with:
 * java Bulkhead.java 8080 http://127.0.0.1:8000
 */
class Bulkhead {

	/** The calls that the backend allows, in the order of arrival. */
	static final Semaphore CALLS = new Semaphore(200, true);

	static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	/**
	 * Answers a request with what the backend says.
	 */
	static void answer(HttpExchange exchange, HttpRequest call) throws IOException, InterruptedException {
		if (!CALLS.tryAcquire()) {
			// Refused at once: the user waits for nothing, and can ask elsewhere.
			exchange.sendResponseHeaders(503, -1);
			return;
		}
		try {
			byte[] answer = CLIENT.send(call, HttpResponse.BodyHandlers.ofByteArray()).body();
			exchange.sendResponseHeaders(200, answer.length);
			exchange.getResponseBody().write(answer);
		}
		finally {
			CALLS.release();
		}
	}

	public static void main(String[] args) throws IOException {
		// Otherwise the users get each answer 40 ms late (delayed acknowledgement).
		System.setProperty("sun.net.httpserver.nodelay", "true");
		// Otherwise the server closes connections of users who have nothing to ask.
		System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
		HttpRequest call = HttpRequest.newBuilder(URI.create(args[1])).build();
		HttpServer server = HttpServer
			.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 1000);
		server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		server.createContext("/", (exchange) -> {
			try (exchange) {
				answer(exchange, call);
			}
			catch (InterruptedException ex) {
				throw new IOException("interrupted", ex);
			}
		});
		server.start();
	}

}
