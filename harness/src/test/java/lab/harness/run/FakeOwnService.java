package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import com.sun.net.httpserver.HttpServer;

/**
 * Stands in for a service of the reader's own, without Spring: {@code /} answers,
 * {@code /health} is ready, and the meter of Tomcat says 7 threads. Anything else is not
 * found. With the argument {@code dies} it ends before it is ready.
 */
public final class FakeOwnService {

	private FakeOwnService() {
	}

	/** Starts on the port of its first argument. */
	public static void main(String[] arguments) throws IOException {
		System.out.println("the service starts");
		if (arguments.length > 1 && arguments[1].equals("dies")) {
			System.exit(3);
		}
		start(Integer.parseInt(arguments[0]));
	}

	static HttpServer start(int port) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		server.createContext("/", (exchange) -> {
			String body = switch (exchange.getRequestURI().getPath()) {
				case "/", "/health" -> "fine";
				case "/actuator/metrics" -> "{\"names\":[]}";
				case "/actuator/metrics/tomcat.threads.config.max" ->
					"{\"measurements\":[{\"statistic\":\"VALUE\",\"value\":7.0}]}";
				default -> "";
			};
			exchange.sendResponseHeaders(body.isEmpty() ? 404 : 200, Math.max(1, body.length()));
			exchange.getResponseBody().write(body.isEmpty() ? new byte[1] : body.getBytes());
			exchange.close();
		});
		server.start();
		return server;
	}

}
