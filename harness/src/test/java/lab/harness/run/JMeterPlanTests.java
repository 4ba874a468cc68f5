package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpServer;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import lab.harness.model.App;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

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
			String output = jmeterw(List.of("-n", "-t", "jmeter/open-arrivals.jmx", "-Jusers=30", "-Jrate=40",
					"-Jseed=42", "-Jduration=2", "-Jport=" + fake.server().getAddress().getPort(),
					"-Jsample_variables=problem," + ArrivalSchedule.TEST_START, "-l", jtl.toString(), "-j",
					path("jmeter.log")));
			assertThat(output).startsWith("0 ");
		}
		finally {
			fake.server().stop(0);
		}
		new ArrivalSchedule(42, 40, Duration.ofSeconds(2)).addTo(jtl);
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
			List<Long> late = rows.stream()
				.map((row) -> Long.parseLong(row.getField("timeStamp")) - Long.parseLong(row.getField("intended")))
				.toList();
			assertThat(late).hasSizeGreaterThan(70).allSatisfy((millis) -> assertThat(millis).isGreaterThan(-50));
		}
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
