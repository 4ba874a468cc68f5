package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/**
 * Stands in for a service of the reader's own, without Spring: {@code /} answers,
 * {@code /orders/7} too, {@code /broken} fails, {@code /moved} leads to a login page,
 * {@code /health} is ready, and it has the meters of a Tomcat with virtual threads and of
 * a database pool. Anything else is not found. With the argument {@code dies} it ends
 * before it is ready; with {@code page} it answers each path with the same page; with
 * {@code tls} and a folder it answers by HTTPS alone.
 */
public final class FakeOwnService {

	private static final String PASSWORD = "changeit";

	private static final Map<String, String> ANSWERS = Map.of("/", "fine", "/health", "fine", "/orders/7", "seven",
			"/actuator/metrics", "{\"names\":[]}", "/actuator/metrics/tomcat.threads.config.max", value("VALUE", -1),
			"/actuator/metrics/tomcat.threads.busy", value("VALUE", -1),
			"/actuator/metrics/http.server.requests.active", value("ACTIVE_TASKS", 3),
			"/actuator/metrics/hikaricp.connections.max", value("VALUE", 10),
			"/actuator/metrics/hikaricp.connections.active", value("VALUE", 4));

	private FakeOwnService() {
	}

	/** Starts on the port of its first argument. */
	public static void main(String[] arguments) throws Exception {
		System.out.println("the service starts");
		String mode = (arguments.length > 1) ? arguments[1] : "";
		if (mode.equals("dies")) {
			System.exit(3);
		}
		int port = Integer.parseInt(arguments[0]);
		if (mode.equals("tls")) {
			startTls(port, Path.of(arguments[2]));
		}
		else {
			start(port, mode.equals("page"));
		}
	}

	static HttpServer start(int port, boolean page) throws IOException {
		return start(port, page, "");
	}

	/**
	 * Starts a server that wants a login but for {@code /orders/7}, unless it is empty.
	 */
	static HttpServer start(int port, boolean page, String login) throws IOException {
		return start(HttpServer.create(address(port), 0), page, login);
	}

	/** Starts a server with a certificate for tests, which it makes in a folder. */
	static HttpServer startTls(int port, Path folder)
			throws IOException, InterruptedException, GeneralSecurityException {
		Path keys = folder.resolve("keys.p12");
		if (!Files.exists(keys)) {
			new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
					"-alias", "test", "-keyalg", "EC", "-dname", "CN=elsewhere", "-storetype", "PKCS12", "-keystore",
					keys.toString(), "-storepass", PASSWORD)
				.start()
				.waitFor();
		}
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(keys)) {
			store.load(in, PASSWORD.toCharArray());
		}
		KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		factory.init(store, PASSWORD.toCharArray());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(factory.getKeyManagers(), null, null);
		HttpsServer server = HttpsServer.create(address(port), 0);
		server.setHttpsConfigurator(new HttpsConfigurator(context));
		return start(server, false, "");
	}

	private static InetSocketAddress address(int port) {
		return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
	}

	private static HttpServer start(HttpServer server, boolean page, String login) {
		server.createContext("/", (exchange) -> {
			String path = exchange.getRequestURI().getPath();
			String answer = page ? "<html>" : ANSWERS.get(path);
			byte[] body = ((answer != null) ? answer : "no").getBytes(StandardCharsets.UTF_8);
			int status = (answer != null) ? 200 : path.equals("/broken") ? 500 : path.equals("/moved") ? 302 : 404;
			if (!login.isEmpty() && !path.equals("/orders/7")
					&& !login.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
				status = 401;
			}
			exchange.getResponseHeaders().set("Location", "/login");
			exchange.sendResponseHeaders(status, body.length);
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
