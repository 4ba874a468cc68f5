package lab.harness.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdviseCommandTests {

	/** A service on virtual threads. From one reading to the next 1000 requests come. */
	private static final Map<String, IntFunction<String>> METERS = Map.of("tomcat.threads.config.max", gauge(-1, ""),
			"tomcat.threads.busy", gauge(42, ""), "hikaricp.connections.max", gauge(10, ""),
			"hikaricp.connections.usage", counter("TOTAL_TIME", 25, "seconds"), "system.cpu.count", gauge(2, ""),
			"process.cpu.time", counter("COUNT", 4e9, "ns"), "jvm.memory.max?tag=area:heap", gauge(536870912, "bytes"),
			"http.client.requests", counter("TOTAL_TIME", 500, "seconds"), "http.server.requests",
			counter("COUNT", 1000, "seconds"));

	@TempDir
	private Path root;

	private TypedCommand bench;

	@BeforeEach
	void create() {
		this.bench = new TypedCommand(this.root);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					advise                                     | --rate or --users, one of the two
					advise --rate 300 --users 5 --wait 1s      | --rate or --users, one of the two
					advise --rate 300                          | no time of a request is known; give --wait, --query or --cpu
					advise --rate 0 --wait 1s                  | --rate: 0.0 is out of range; accepted: more than 0, at most 100000
					advise --rate -3 --wait 1s                 | --rate: -3.0 is out of range
					advise --rate NaN --wait 1s                | --rate: NaN is out of range
					advise --rate many --wait 1s               | 'many' is not a double
					advise --users 0 --wait 1s                 | --users: 0 is out of range; accepted: 1 to 1000000
					advise --rate 3 --wait -1s                 | invalid duration '-1s'
					advise --rate 3 --wait 0s                  | 0s is out of range; accepted: more than 0, at most 10m
					advise --rate 3 --wait 1s --threads -2     | invalid number '-2'; write 1 to 9999999, or none
					advise --rate 3 --wait 1s --cores -2       | --cores: -2.0 is out of range
					advise --rate 3 --wait 1s --heap 512       | invalid size '512'; write a number and a unit, such as 512m
					advise --rate 3 --actuator localhost:8080  | --actuator: invalid URL 'localhost:8080'
					advise --rate 3 --actuator http://192.0.2.1/actuator | --actuator: 'http://192.0.2.1/actuator' is not on this machine; if its host and network are yours, say so with --trusted-network
					advise --rate 3 --wait 1s --think 2s       | --think: only users think; give --users, or leave it out
					advise --users 3 --wait 1s --think -2s     | invalid duration '-2s'
					advise --rate 3 --query 1s --held          | --held: give the time of the call as --wait, and that of the queries as --query
					advise --rate 3 --wait 1s --connections 0  | invalid number '0'; write 1 to 9999999, or none
					advise --rate 3 --query 1s --pool-timeout 30 | invalid duration '30'
					advise --rate 3 --wait 1s --for 0s         | 0s is out of range; accepted: more than 0, at most 10m
					advise --rate 3 --wait 1s --for 11m        | 11m is out of range; accepted: more than 0, at most 10m
					advise --rate 3 --wait 1s --heap 16m       | --heap: 16 MiB is no more than the 28 MiB that the service keeps; give a larger heap, or its own part as --service-heap
					advise --rate 3 --wait 1s --heap 64m --service-heap 64m | --heap: 64 MiB is no more than the 64 MiB
					""")
	void adviseWhenInputIsWrongShouldSayItInOneLine(String arguments, String message) {
		assertThat(this.bench.refusal(arguments.split(" +"))).startsWith("bench: ").contains(message);
		assertThat(this.bench.stdout()).isEmpty();
	}

	@Test
	void adviseWhenTimeIsBelowAMillisecondShouldKeepItsFraction() {
		assertThat(this.bench.run("advise", "--users", "500", "--cpu", "0.5ms", "--cores", "2")).isZero();
		// 2 / 0.0005 s
		assertThat(this.bench.stdout()).startsWith(
				"500 users get at most 4000 req/s, each answer after 125 ms on average: the smallest limit is the CPU.");
	}

	@Test
	void adviseWhenUsersThinkShouldTurnThemIntoARate() {
		assertThat(this.bench.run("advise", "--users", "6000", "--think", "9.5s", "--wait", "500ms")).isZero();
		// 6000 / 10 s, and 200 / 0.5 s: an answer takes 6000 / 400 - 9.5 s
		assertThat(this.bench.stdout())
			.startsWith("6000 users get at most 400 req/s, each answer after 5.500 s on average");
	}

	/** Used for 525 ms, called for 500 ms: all within a request of 540 ms. */
	@Test
	void adviseWhenConnectionsAreUsedDuringCallsShouldSayThatTheyAreHeld() throws IOException {
		assertThat(advised(540)).contains("the database pool (held for query and wait), allows only 19.0 req/s")
			.containsPattern("--held +yes +hikaricp.connections.usage \\+ http.client.requests > http.server.requests")
			.containsPattern("request threads +no limit +529 ");
	}

	/** One after the other they take 525 + 500 + 4 ms. */
	@Test
	void adviseWhenConnectionsAreGivenBackBeforeCallsShouldNotSayThatTheyAreHeld() throws IOException {
		assertThat(advised(1040)).contains("the database pool, allows only 19.0 req/s")
			.containsPattern("request threads +no limit +1029 ")
			.doesNotContain("held for query");
	}

	private String advised(double requestSeconds) throws IOException {
		Map<String, IntFunction<String>> meters = new HashMap<>(METERS);
		meters.put("hikaricp.connections.usage", counter("TOTAL_TIME", 525, "seconds"));
		// Each request of the thousand waits for a connection for another second.
		meters.put("hikaricp.connections.acquire", counter("TOTAL_TIME", 1000, "seconds"));
		meters.put("http.server.requests", (reading) -> """
				{"baseUnit":"seconds","measurements":[{"statistic":"COUNT","value":%s},
				{"statistic":"TOTAL_TIME","value":%s}]}
				""".formatted(reading * 1000, reading * (1000 + requestSeconds)));
		return advised(meters);
	}

	private String advised(Map<String, IntFunction<String>> meters) throws IOException {
		HttpServer server = server(meters);
		try {
			assertThat(this.bench.run("advise", "--rate", "300", "--actuator", url(server), "--for", "10ms")).isZero();
		}
		finally {
			server.stop(0);
		}
		return this.bench.stdout();
	}

	@Test
	void adviseWhenServerIsNoTomcatShouldAssumeNothingOfIt() throws IOException {
		Map<String, IntFunction<String>> meters = new HashMap<>(METERS);
		meters.keySet().removeIf((meter) -> meter.startsWith("tomcat"));
		assertThat(advised(meters))
			.contains("neither given nor readable: server connections (--connections); request threads (--threads);");
	}

	@Test
	void adviseWhenNobodyListensShouldSaySo() throws IOException {
		// A socket that has a port, so that nobody else gets it, and does not listen.
		try (Socket silent = new Socket()) {
			silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			String url = "http://127.0.0.1:" + silent.getLocalPort() + "/actuator";
			assertThat(this.bench.refusal("advise", "--rate", "3", "--actuator", url))
				.contains("GET " + url + "/metrics got no answer: ConnectException");
		}
	}

	@Test
	void adviseWhenSomethingElseAnswersShouldSaySo() throws IOException {
		HttpServer server = server(Map.of());
		try {
			assertThat(this.bench.refusal("advise", "--rate", "3", "--actuator", url(server) + "/elsewhere"))
				.contains("is no Actuator that shows its meters (status 404)");
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void adviseWhenServiceRunsShouldReadItsMeters() throws IOException {
		// Each of 1000 requests took 500 ms at other services, 25 ms in queries, 4 ms of
		// CPU.
		assertThat(advised(METERS))
			.startsWith(
					"At 300 requests a second 159 are in flight. The service can serve them: the smallest limit, the "
							+ "database pool, allows 400 req/s.")
			.containsPattern("request threads +no limit +529 +no limit")
			.containsPattern("CPU +2 +4 +500")
			.contains("Left out, because neither given nor readable: HTTP pool (--http-pool).")
			.containsPattern("--heap +512 MiB +jvm.memory.max")
			.containsPattern("request threads busy now +42 ");
	}

	/** 1000 requests in 1 s, or a little more. */
	@Test
	void adviseWhenNoRateIsGivenShouldCountRequests() throws IOException {
		HttpServer server = server(METERS);
		try {
			assertThat(this.bench.run("advise", "--actuator", url(server), "--for", "1s")).isZero();
		}
		finally {
			server.stop(0);
		}
		assertThat(readRate()).isBetween(500.0, 1000.0);
	}

	/** The second reading of the requests is 300 ms of CPU time and 100 ms later. */
	@Test
	void adviseWhenReadingTakesTimeShouldDivideByTheTimeBetweenReadings() throws IOException {
		Map<String, IntFunction<String>> slow = new HashMap<>(METERS);
		slow.put("process.cpu.time", (reading) -> {
			LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
			return meter("COUNT", reading * 4e9, "ns");
		});
		HttpServer server = server(slow);
		try {
			assertThat(this.bench.run("advise", "--actuator", url(server), "--for", "100ms")).isZero();
		}
		finally {
			server.stop(0);
		}
		// 1000 requests in 0.4 s or more
		assertThat(readRate()).isLessThanOrEqualTo(2500);
	}

	@Test
	void adviseWhenOnlyItsOwnRequestsCameShouldSayThatNoneCame() throws IOException {
		HttpServer server = server(withOwn(1000));
		try {
			assertThat(this.bench.refusal("advise", "--actuator", url(server), "--for", "10ms"))
				.contains("no request came within 10ms");
		}
		finally {
			server.stop(0);
		}
	}

	/** 25 s of queries for 1000 requests, of which 500 are those of the reading. */
	@Test
	void adviseShouldNotCountItsOwnRequests() throws IOException {
		HttpServer server = server(withOwn(500));
		try {
			assertThat(this.bench.run("advise", "--rate", "3", "--actuator", url(server) + "/", "--for", "10ms"))
				.isZero();
		}
		finally {
			server.stop(0);
		}
		assertThat(this.bench.stdout()).containsPattern("--query +50.000 ms");
	}

	private double readRate() {
		Matcher rate = Pattern.compile("--rate +([0-9.]+) req/s").matcher(this.bench.stdout());
		assertThat(rate.find()).isTrue();
		return Double.parseDouble(rate.group(1));
	}

	private static Map<String, IntFunction<String>> withOwn(int growth) {
		Map<String, IntFunction<String>> meters = new HashMap<>(METERS);
		meters.put("http.server.requests?tag=uri:%2Factuator%2Fmetrics%2F%7BrequiredMetricName%7D",
				counter("COUNT", growth, "seconds"));
		return meters;
	}

	@Test
	void adviseWhenOptionIsGivenShouldReplaceWhatWasRead() throws IOException {
		HttpServer server = server(METERS);
		try {
			assertThat(this.bench.run("advise", "--rate", "300", "--actuator", url(server), "--pool", "5", "--wait",
					"100ms", "--for", "10ms"))
				.isZero();
		}
		finally {
			server.stop(0);
		}
		// 5 / 0.025 s; a request takes 100 + 25 + 4 ms
		assertThat(this.bench.stdout()).contains("allows only 200 req/s")
			.containsPattern("request threads +no limit +129 ")
			.doesNotContain("hikaricp.connections.max", "http.client.requests");
	}

	@Test
	void adviseWhenServiceHasAnsweredNothingShouldAskForTimes() throws IOException {
		HttpServer server = server(Map.of("tomcat.threads.config.max", gauge(200, "")));
		try {
			assertThat(this.bench.refusal("advise", "--rate", "300", "--actuator", url(server), "--for", "10ms"))
				.contains("no time of a request is known")
				.contains("no request came within");
		}
		finally {
			server.stop(0);
		}
	}

	private static String url(HttpServer server) {
		return "http://127.0.0.1:" + server.getAddress().getPort() + "/actuator";
	}

	private static IntFunction<String> gauge(double value, String unit) {
		return (reading) -> meter("VALUE", value, unit);
	}

	private static IntFunction<String> counter(String statistic, double growth, String unit) {
		return (reading) -> meter(statistic, reading * growth, unit);
	}

	private static String meter(String statistic, double value, String unit) {
		return "{\"baseUnit\":\"%s\",\"measurements\":[{\"statistic\":\"%s\",\"value\":%s}]}".formatted(unit, statistic,
				value);
	}

	private static HttpServer server(Map<String, IntFunction<String>> meters) throws IOException {
		Map<String, Integer> readings = new ConcurrentHashMap<>();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> send(exchange, 404, "{}"));
		server.createContext("/actuator/metrics/", (exchange) -> {
			String meter = exchange.getRequestURI().toString().substring("/actuator/metrics/".length());
			IntFunction<String> body = meters.get(meter);
			send(exchange, (body != null) ? 200 : 404,
					(body != null) ? body.apply(readings.merge(meter, 1, Integer::sum)) : "{}");
		});
		server.createContext("/actuator/metrics", (exchange) -> send(exchange, 200, "{\"names\":[]}"));
		server.start();
		return server;
	}

	private static void send(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

}
