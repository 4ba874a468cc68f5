import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * An answer of this service needs three calls to the backend. Start it with:
 * java ThreeCalls.java 8080 http://127.0.0.1:8000
 */
class ThreeCalls {

	static final List<String> PARTS = List.of("price", "stock", "rating");

	static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	/**
	 * The answer, a line for each part.
	 */
	static String answer(URI backend) throws Exception {
		// The exercise: the three calls do not need each other.
		StringBuilder answer = new StringBuilder();
		for (String part : PARTS) {
			answer.append(ask(backend, part));
		}
		return answer.toString();
	}

	/**
	 * Calls the backend and waits for it, 0 to 1000 ms.
	 */
	static String ask(URI backend, String part) throws IOException, InterruptedException {
		HttpRequest call = HttpRequest.newBuilder(backend).build();
		HttpResponse<String> response = CLIENT.send(call, HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() != 200) {
			throw new IOException("the backend answered " + response.statusCode());
		}
		return part + ": " + response.body() + "\n";
	}

	public static void main(String[] args) throws IOException {
		// Otherwise the users get each answer 40 ms late (delayed acknowledgement).
		System.setProperty("sun.net.httpserver.nodelay", "true");
		int port = Integer.parseInt(args[0]);
		URI backend = URI.create(args[1]);
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
		server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		server.createContext("/", (exchange) -> {
			try (exchange) {
				byte[] answer = answer(backend).getBytes(StandardCharsets.UTF_8);
				exchange.sendResponseHeaders(200, answer.length);
				exchange.getResponseBody().write(answer);
			}
			catch (Exception ex) {
				// The server closes the connection, so the request counts as an error.
				throw new IOException("no answer", ex);
			}
		});
		server.start();
	}

}
