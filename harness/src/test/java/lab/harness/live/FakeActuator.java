package lab.harness.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import lab.harness.model.DataFile;
import lab.wire.AppLedger;
import lab.wire.Endpoint;
import lab.wire.Limit;
import lab.wire.Terms;
import lab.wire.WaitsFor;

/**
 * The management ports of the backend and three apps, all of which have answered the same
 * requests and have 200 threads.
 */
final class FakeActuator implements AutoCloseable {

	static final List<String> MODELS = List.of("tomcat-platform", "tomcat-virtual", "webflux");

	private final HttpServer server;

	private final AtomicLong answered = new AtomicLong();

	private final List<String> posts = new CopyOnWriteArrayList<>();

	private volatile String latency = "uniform 0ms..1000ms";

	FakeActuator() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/actuator/terms", (exchange) -> answer(exchange, DataFile.line(terms())));
		this.server.createContext("/actuator/ledger", (exchange) -> answer(exchange, DataFile.line(ledger())));
		this.server.createContext("/actuator/prometheus",
				(exchange) -> answer(exchange, "jvm_threads_live_threads 33\n"));
		this.server.createContext("/actuator/counters", (exchange) -> answer(exchange,
				"""
						{"requests":{"received":7,"completed":7,"failed":0,"abandoned":0,"inFlight":12,"mostInFlight":12,"inFlightSeconds":0.5,"meanInFlight":0.1},"delays":{"drawnMillis":1,"givenMillis":2,"timerErrorMillis":{"p50":0.1,"p99":0.9},"meanDrawnMillis":0.1,"meanGivenMillis":0.3},"hitBy":{},"failedBy":{}}
						"""));
		this.server.createContext("/actuator/backend", (exchange) -> {
			if (exchange.getRequestMethod().equals("POST")) {
				String post = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
				this.posts.add(post);
				this.latency = DataFile.mapper().readTree(post).path("latency").asString(this.latency);
			}
			answer(exchange, "{\"latency\":\"" + this.latency + "\",\"seed\":42,\"fault\":\"none\"}");
		});
		this.server.start();
	}

	WatchedService service(String name) {
		int port = this.server.getAddress().getPort();
		return new WatchedService(name, "127.0.0.1", port, port);
	}

	/** Counts requests that every app has answered. */
	void answered(long more) {
		this.answered.addAndGet(more);
	}

	/** The bodies that the backend was sent; it takes their delays. */
	List<String> posts() {
		return this.posts;
	}

	private AppLedger ledger() {
		long count = this.answered.get();
		return new AppLedger(
				new AppLedger.Requests(count + 190, count, 0, 190, 0.5 * count, 0, Map.of(), Map.of("ok", count)),
				new AppLedger.Calls(count, 0, 0, Map.of(), 180), null, new AppLedger.JvmCounters(50L << 20, 0, 0, 0));
	}

	private static Terms terms() {
		Map<Limit, Integer> limits = new LinkedHashMap<>();
		limits.put(Limit.REQUEST_THREADS, 200);
		return new Terms("fake", new Terms.JvmTerms("25", 2, 2, "G1", 1), "", "", Map.copyOf(limits),
				List.of(new Endpoint("/", WaitsFor.BACKEND, List.of(Limit.REQUEST_THREADS), 1, false)));
	}

	private static void answer(HttpExchange exchange, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}
