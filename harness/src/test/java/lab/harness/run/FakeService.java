package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Stands in for app and backend: the same ports and the same management endpoints, in a
 * JVM of its own. On the management port {@code GET /exit} ends it, and {@code GET /mute}
 * makes its ledger fail, or work again. {@code GET /actuator/faults} answers the faults
 * that it received since the last such request. With {@code -Dfake.compilesUntil=11} its
 * compilers work from its first request to its 11th.
 */
public final class FakeService {

	private static final AtomicLong requests = new AtomicLong();

	private static volatile String backend = "";

	private static final StringBuffer faults = new StringBuffer();

	private static volatile boolean mute;

	private static final int COMPILES_UNTIL = Integer.getInteger("fake.compilesUntil", 0);

	private static volatile long firstAt;

	private static volatile long compiledAt;

	private FakeService() {
	}

	/**
	 * Starts on {@code --server.port} and 1000 above.
	 */
	public static void main(String[] arguments) throws IOException {
		System.out.println("arguments " + Arrays.toString(arguments));
		if (Boolean.getBoolean("fake.dies")) {
			System.out.println("the pool could not be made");
			System.exit(3);
		}
		int port = Arrays.stream(arguments)
			.filter((argument) -> argument.startsWith("--server.port="))
			.mapToInt((argument) -> Integer.parseInt(argument.substring("--server.port=".length())))
			.findFirst()
			.orElseThrow();
		HttpServer api = server(port);
		api.createContext("/", (exchange) -> {
			long count = requests.incrementAndGet();
			if (count == 1) {
				firstAt = System.nanoTime();
			}
			if (count == COMPILES_UNTIL) {
				compiledAt = System.nanoTime();
			}
			answer(exchange, 200, "{}");
		});
		HttpServer management = server(port + 1000);
		management.createContext("/actuator/", FakeService::manage);
		management.createContext("/exit", (exchange) -> System.exit(4));
		management.createContext("/mute", (exchange) -> {
			mute = !mute;
			answer(exchange, 200, "{}");
		});
		api.start();
		management.start();
	}

	private static long compileMillis() {
		if (firstAt == 0 || COMPILES_UNTIL == 0) {
			return 0;
		}
		return (((compiledAt > 0) ? compiledAt : System.nanoTime()) - firstAt) / 1_000_000;
	}

	private static void manage(HttpExchange exchange) throws IOException {
		switch (exchange.getRequestURI().getPath().substring("/actuator/".length())) {
			case "health" -> answer(exchange, 200, "{\"status\":\"UP\"}");
			case "terms" -> answer(exchange, 200,
					"""
							{"application":"fake","jvm":{"jdk":"25","cores":2,"carriers":2,"collector":"G1","heapMaxBytes":1},"keepAlive":"kept","httpClient":"none","limits":{"backend-connections":10},"endpoints":[{"path":"/","waitsFor":"backend","limits":["backend-connections"],"calls":1,"computes":false}],"later":1}
							""");
			case "ledger" -> answer(exchange, mute ? 503 : 200,
					"""
							{"requests":{"received":%1$d,"completed":%1$d,"abandoned":0,"inFlight":%2$d,"inFlightSeconds":0.5,"events":0,"servedBy":{"virtual":%1$d},"answers":{}},"calls":{"backendAttempts":%1$d,"connectFailures":0,"backendRetries":0,"backendFailures":{},"backendConnectionsLeased":0},"guard":null,"jvm":{"heapUsedBytes":1,"gcPauseMillis":0,"fullCollections":0,"compileMillis":%3$d}}
							"""
						.formatted(requests.get(), Integer.getInteger("fake.inFlight", 0), compileMillis()));
			case "counters" -> answer(exchange, 200,
					"""
							{"requests":{"received":7,"completed":7,"failed":0,"abandoned":0,"inFlight":0,"mostInFlight":1,"inFlightSeconds":0.5,"meanInFlight":0.1},"delays":{"drawnMillis":1,"givenMillis":2,"timerErrorMillis":{"p50":0.1,"p99":0.9},"meanDrawnMillis":0.1,"meanGivenMillis":0.3},"hitBy":{},"failedBy":{}}
							""");
			case "backend" -> {
				if (exchange.getRequestMethod().equals("POST")) {
					backend = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
					faults.append(backend.contains("fault") ? backend : "");
				}
				answer(exchange, backend.contains("nonsense") ? 400 : 200, backend);
			}
			case "faults" -> {
				answer(exchange, 200, "\"" + faults.toString().replace("\"", "'") + "\"");
				faults.setLength(0);
			}
			default -> answer(exchange, 404, "{}");
		}
	}

	private static HttpServer server(int port) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
		server.setExecutor(Executors.newCachedThreadPool());
		return server;
	}

	private static void answer(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

}
