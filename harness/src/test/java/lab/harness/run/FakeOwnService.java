package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;

/**
 * Stands in for a service of the reader's own, without Spring: {@code /} answers,
 * {@code /orders/7} too, {@code /broken} fails, {@code /health} is ready, and it has the
 * meters of a Tomcat with virtual threads and of a database pool. Anything else is not
 * found. With the argument {@code dies} it ends before it is ready; with {@code page} it
 * answers each path with the same page.
 */
public final class FakeOwnService {

	private static final Map<String, String> ANSWERS = Map.of("/", "fine", "/health", "fine", "/orders/7", "seven",
			"/actuator/metrics", "{\"names\":[]}", "/actuator/metrics/tomcat.threads.config.max", value("VALUE", -1),
			"/actuator/metrics/tomcat.threads.busy", value("VALUE", -1),
			"/actuator/metrics/http.server.requests.active", value("ACTIVE_TASKS", 3),
			"/actuator/metrics/hikaricp.connections.max", value("VALUE", 10),
			"/actuator/metrics/hikaricp.connections.active", value("VALUE", 4));

	private FakeOwnService() {
	}

	/** Starts on the port of its first argument. */
	public static void main(String[] arguments) throws IOException {
		System.out.println("the service starts");
		String mode = (arguments.length > 1) ? arguments[1] : "";
		if (mode.equals("dies")) {
			System.exit(3);
		}
		start(Integer.parseInt(arguments[0]), mode.equals("page"));
	}

	static HttpServer start(int port, boolean page) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		server.createContext("/", (exchange) -> {
			String path = exchange.getRequestURI().getPath();
			String answer = page ? "<html>" : ANSWERS.get(path);
			byte[] body = ((answer != null) ? answer : "no").getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders((answer != null) ? 200 : path.equals("/broken") ? 500 : 404, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
		return server;
	}

	private static String value(String statistic, int value) {
		return "{\"measurements\":[{\"statistic\":\"" + statistic + "\",\"value\":" + value + ".0}]}";
	}

}
