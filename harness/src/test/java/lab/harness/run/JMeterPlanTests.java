package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Body;
import lab.harness.model.experiment.Paths;
import lab.harness.model.experiment.Request;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The plans, in the JMeter that {@code jmeterw} assembles and starts.
 */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class JMeterPlanTests {

	@TempDir
	private Path folder;

	@Test
	void comparisonShouldSendToEachAppAndLabelItsSamples() throws Exception {
		List<Fake> fakes = new ArrayList<>();
		List<String> arguments = new ArrayList<>(List.of("-n", "-t", "jmeter/comparison.jmx", "-Jusers=2",
				"-Jduration=1", "-l", path("all.jtl"), "-j", path("jmeter.log")));
		try {
			for (App app : List.of(App.TOMCAT_PLATFORM, App.TOMCAT_VIRTUAL, App.WEBFLUX)) {
				Fake fake = Fake.start(app);
				fakes.add(fake);
				arguments.add("-J" + app + ".port=" + fake.server().getAddress().getPort());
			}
			assertThat(jmeterw(arguments)).startsWith("0 ");
		}
		finally {
			fakes.forEach((fake) -> fake.server().stop(0));
		}
		Map<String, Long> samples;
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(this.folder.resolve("all.jtl"))) {
			samples = rows.stream()
				.collect(Collectors.groupingBy((row) -> row.getField("label"), Collectors.counting()));
		}
		assertThat(samples).hasSize(fakes.size());
		assertThat(fakes).allSatisfy((fake) -> assertThat(fake.asked().get()).isPositive())
			.allSatisfy((fake) -> assertThat(samples).containsEntry(fake.app().toString(), fake.asked().longValue()));
	}

	/**
	 * If the schedule were another than JMeter's, some requests would come hundreds of
	 * milliseconds before they are due. A busy machine makes them late, and the clocks of
	 * JMeter's start and of its samples differ by a few milliseconds.
	 */
	@Test
	void openArrivalsShouldBeSentWhenTheScheduleSaysSo() throws Exception {
		Fake fake = Fake.start(App.WEBFLUX);
		Path jtl = this.folder.resolve("load.jtl");
		try {
			String output = jmeterw(List.of("-n", "-t", "jmeter/open-arrivals.jmx", "-Jusers=30", "-Jrate=8",
					"-Jseed=42", "-Jduration=10", "-Jport=" + fake.server().getAddress().getPort(),
					"-Jsample_variables=problem," + ArrivalSchedule.TEST_START, "-l", jtl.toString(), "-j",
					path("jmeter.log")));
			assertThat(output).startsWith("0 ");
		}
		finally {
			fake.server().stop(0);
		}
		new ArrivalSchedule(42, 8, Duration.ofSeconds(10)).addTo(jtl);
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
			List<Long> late = rows.stream()
				.map((row) -> Long.parseLong(row.getField("timeStamp")) - Long.parseLong(row.getField("intended")))
				.toList();
			assertThat(late).hasSizeGreaterThan(70).allSatisfy((millis) -> assertThat(millis).isGreaterThan(-50));
		}
	}

	/**
	 * JMeter reads a plan as XML, replaces variables and takes back escapes, and could
	 * change the text at each step.
	 */
	@Test
	void requestShouldArriveByteForByteWithTheValuesOfTheNextRow() throws Exception {
		List<String> names = List.of("plain", "a \"quoted\", ${id} \\ \\\\ $1 line\nfeed", "");
		StringBuilder csv = new StringBuilder("\uFEFFid,name\r\n");
		names.forEach((name) -> csv.append("%d,\"%s\"\r\n".formatted(names.indexOf(name), name.replace("\"", "\"\""))));
		Path values = Files.writeString(this.folder.resolve("ids.csv"), csv);
		String body = "{\"id\": ${id}, \"name\": \"${name}\", "
				+ "\"text\": \"grün € \uD83D\uDE00 \\n \\\\ \\$ \\, $5 <&> ]]>\"}\r\n\t,\n ";
		Request request = new Request(Paths.of("/orders/${id}?q=a,b%20c&d=$"), Request.Method.POST,
				Map.of("Content-Type", "application/json", "X-Id", "\\, ${id}"), Body.of(body), values.toString());
		List<Received> received = send(request, "closed-loop", "-Jusers=2");
		assertThat(received).allSatisfy((one) -> {
			int id = Integer.parseInt(String.valueOf(one.headers().getFirst("X-Id")).substring(3));
			assertThat(one.headers().get("X-Id")).containsExactly("\\, " + id);
			assertThat(one.headers().get("Content-Type")).containsExactly("application/json");
			assertThat(one.headers().get("Connection")).containsExactly("keep-alive");
			assertThat(one.line()).isEqualTo("POST /orders/" + id + "?q=a,b%20c&d=$");
			assertThat(one.body())
				.isEqualTo(body.replace("${id}", String.valueOf(id)).replace("${name}", names.get(id)));
		});
		Map<String, Long> rows = received.stream()
			.collect(Collectors.groupingBy(Received::line, Collectors.counting()));
		assertThat(rows).hasSize(3);
		assertThat(Collections.max(rows.values()) - Collections.min(rows.values()))
			.as("rows are taken in turn, %s", rows)
			.isLessThanOrEqualTo(2);
		assertThat(received.stream().map(Received::connection).distinct()).as("a connection for each user").hasSize(2);
	}

	@ParameterizedTest
	@EnumSource(value = Request.Method.class, names = { "PUT", "PATCH", "DELETE" })
	void methodShouldSendItsBody(Request.Method method) throws Exception {
		Request request = new Request(Paths.of("/a"), method, Map.of("content-type", "text/plain"), Body.of("\\$ä"),
				null);
		assertThat(send(request, "closed-loop", "-Jusers=1")).allSatisfy((one) -> {
			assertThat(one.line()).isEqualTo(method + " /a");
			assertThat(one.body()).isEqualTo("\\$ä");
		});
	}

	/**
	 * Of four requests three ask the first path. At the end each of 30 users may hold a
	 * path that it does not ask any more, so the count strays by chance: its standard
	 * deviation is the root of 30 x 1/4 x 3/4 = 2.4.
	 */
	@Test
	void severalPathsShouldBeAskedByTheirWeights() throws Exception {
		Request request = new Request(new Paths(Map.of("/a", 3, "/b", 1)), Request.Method.GET,
				Map.of("Accept", "text/plain"), null, null);
		List<Received> received = send(request, "open-arrivals", "-Jusers=30", "-Jrate=40", "-Jseed=42", "-Jlabel=shop",
				"-l", path("load.jtl"));
		long second = received.stream().filter((one) -> one.line().equals("GET /b")).count();
		assertThat(received).hasSizeGreaterThan(80)
			.allSatisfy((one) -> assertThat(one.headers().get("Accept")).containsExactly("text/plain"));
		assertThat(second).isBetween(received.size() / 4L - 10, received.size() / 4L + 10);
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(this.folder.resolve("load.jtl"))) {
			assertThat(rows.stream().map((row) -> row.getField("label"))).hasSameSizeAs(received)
				.containsOnly("shop /a", "shop /b");
		}
	}

	/** A user who thinks for a second sends at most seven requests in eight seconds. */
	@Test
	void userShouldThinkBeforeEachRequest() throws Exception {
		Request request = new Request(new Paths(Map.of("/a", 1, "/b", 1)), Request.Method.GET, Map.of(), null, null);
		assertThat(send(request, "closed-loop", "-Jusers=1", "-Jthink=1000")).hasSizeLessThan(8);
	}

	/** JMeter itself counts each status below 400 as a success. */
	@ParameterizedTest
	@CsvSource({ "2.., 200 201", "200|302, 200 302", "404, 404" })
	void statusShouldBeASuccessIfThePropertyNamesIt(String success, String expected) throws Exception {
		List<Integer> statuses = List.of(200, 201, 302, 404, 503);
		AtomicInteger next = new AtomicInteger();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.getResponseHeaders().set("Location", "/login");
			exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/login") ? 200
					: statuses.get(next.getAndIncrement() % statuses.size()), -1);
			exchange.close();
		});
		server.start();
		try {
			assertThat(jmeterw(List.of("-n", "-t", "jmeter/closed-loop.jmx", "-Jusers=1", "-Jduration=6",
					"-Jsuccess=" + success, "-Jport=" + server.getAddress().getPort(), "-l", path("load.jtl"), "-j",
					path("jmeter.log"))))
				.startsWith("0 ");
		}
		finally {
			server.stop(0);
		}
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(this.folder.resolve("load.jtl"))) {
			Map<String, Set<String>> seen = rows.stream()
				.collect(Collectors.groupingBy((row) -> row.getField("success"),
						Collectors.mapping((row) -> row.getField("responseCode"), Collectors.toSet())));
			assertThat(seen.get("true")).containsExactlyInAnyOrder(expected.split(" "));
			assertThat(seen.get("false")).hasSize(statuses.size() - expected.split(" ").length);
		}
	}

	/**
	 * The requests that a plan sends to a server that answers 200. On a busy machine
	 * JMeter may need seconds for its first ones.
	 */
	private List<Received> send(Request request, String plan, String... arguments) throws Exception {
		Path target = this.folder.resolve("jmeter.jmx");
		RequestPlan.write(Path.of("..", "jmeter", plan + ".jmx"), request, false, 7, target);
		Queue<Received> received = new ConcurrentLinkedQueue<>();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
			received.add(new Received(exchange.getRequestMethod() + " " + exchange.getRequestURI(),
					exchange.getRequestHeaders(), body, exchange.getRemoteAddress()));
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.start();
		try {
			List<String> all = new ArrayList<>(List.of("-n", "-t", target.toString(), "-Jduration=8",
					"-Jport=" + server.getAddress().getPort(), "-j", path("jmeter.log")));
			all.addAll(List.of(arguments));
			assertThat(jmeterw(all)).startsWith("0 ");
		}
		finally {
			server.stop(0);
		}
		assertThat(received).isNotEmpty();
		return List.copyOf(received);
	}

	@Test
	void jmeterwWhenThePlanIsMissingShouldPassOnJMetersExitCode() throws Exception {
		assertThat(jmeterw(List.of("-n", "-t", path("missing.jmx"), "-j", path("jmeter.log")))).startsWith("1 ")
			.contains("missing.jmx");
	}

	private String path(String name) {
		return this.folder.resolve(name).toString();
	}

	/** Exit code and output. */
	private static String jmeterw(List<String> arguments) throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder("./jmeterw");
		builder.command().addAll(arguments);
		// JMeter starts faster when its compiler optimises less.
		builder.environment().put("JVM_ARGS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
		Process process = builder.directory(Path.of("..").toFile()).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return process.waitFor() + " " + output;
	}

	/**
	 * A request as it arrived.
	 *
	 * @param line method and target
	 * @param connection the client's end
	 */
	private record Received(String line, Headers headers, String body, InetSocketAddress connection) {
	}

	/** An app that answers nothing but 200, and counts. */
	private record Fake(App app, HttpServer server, AtomicInteger asked) {

		static Fake start(App app) throws IOException {
			AtomicInteger asked = new AtomicInteger();
			HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
			server.createContext("/", (exchange) -> {
				asked.incrementAndGet();
				exchange.sendResponseHeaders(200, -1);
				exchange.close();
			});
			server.start();
			return new Fake(app, server, asked);
		}

	}

}
