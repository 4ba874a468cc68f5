package lab.harness.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import lab.harness.model.App;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The script {@code jmeterw}, with the JMeter that it assembles.
 */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class JMeterScriptTests {

	@TempDir
	private Path folder;

	@Test
	void comparisonWhenHeadlessShouldPrintARowForEachApp() throws Exception {
		List<Fake> fakes = new ArrayList<>();
		List<String> arguments = new ArrayList<>(List.of("-n", "-t", "jmeter/comparison.jmx", "-Jusers=2",
				"-Jduration=2", "-l", path("all.jtl"), "-j", path("jmeter.log"), "-e", "-o", path("dashboard")));
		try {
			for (App app : List.of(App.TOMCAT_PLATFORM, App.TOMCAT_VIRTUAL, App.WEBFLUX)) {
				Fake fake = Fake.start(app);
				fakes.add(fake);
				arguments.add("-J" + app + ".port=" + fake.server().getAddress().getPort());
			}
			String output = run(Path.of("..", "jmeterw"), Map.of("CEILINGS", "tomcat-virtual=123456 webflux=123456"),
					arguments);
			assertThat(output).startsWith("0 ");
			List<String> rows = output.lines().dropWhile((line) -> !line.startsWith("sampler ")).toList();
			assertThat(rows).first().asString().endsWith("  ceiling   of it");
			for (Fake fake : fakes) {
				assertThat(fake.asked().get()).isPositive();
				assertThat(rows).filteredOn((row) -> row.startsWith(fake.app() + " "))
					.singleElement()
					.asString()
					.matches(fake.app() + " +" + fake.asked() + " +0\\.00 .*")
					.matches((fake.app() == App.TOMCAT_PLATFORM) ? ".*\\d +" : ".* 123456 +\\d+\\.\\d %");
			}
			assertThat(rows).noneMatch((row) -> row.startsWith("tomcat-platform-500"));
			assertThat(rows).last().asString().startsWith("tomcat-virtual, webflux: their req/s differ by ");
			assertThat(this.folder.resolve("dashboard/index.html")).exists();
		}
		finally {
			fakes.forEach((fake) -> fake.server().stop(0));
		}
	}

	/**
	 * Were the schedule another than JMeter's, requests would come before they are due.
	 */
	@Test
	void openArrivalsShouldBeSentWhenTheScheduleSaysSo() throws Exception {
		Fake fake = Fake.start(App.WEBFLUX);
		Path jtl = this.folder.resolve("load.jtl");
		try {
			String output = jmeterw(List.of("-n", "-t", "jmeter/open-arrivals.jmx", "-Jusers=30", "-Jrate=20",
					"-Jseed=42", "-Jduration=4", "-Jport=" + fake.server().getAddress().getPort(),
					"-Jsample_variables=problem," + ArrivalSchedule.TEST_START, "-l", jtl.toString(), "-j",
					path("jmeter.log")));
			assertThat(output).startsWith("0 ");
		}
		finally {
			fake.server().stop(0);
		}
		new ArrivalSchedule(42, 20, Duration.ofSeconds(4)).addTo(jtl);
		try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
			List<Long> late = rows.stream()
				.map((row) -> Long.parseLong(row.getField("timeStamp")) - Long.parseLong(row.getField("intended")))
				.toList();
			// The clocks of JMeter's start and of its samples are rounded apart.
			assertThat(late).hasSizeGreaterThan(70).allSatisfy((millis) -> assertThat(millis).isGreaterThan(-5));
		}
	}

	@Test
	void jmeterwWhenThePlanIsMissingShouldPassOnJMetersExitCode() throws Exception {
		assertThat(jmeterw(List.of("-n", "-t", path("missing.jmx"), "-j", path("jmeter.log")))).startsWith("1 ")
			.contains("missing.jmx");
	}

	@Test
	void jmeterwWhenThereIsNoJavaShouldSayWhatIsNeededInOneLine() throws Exception {
		String script = Files.readString(Path.of("../jmeterw"));
		for (String place : List.of("/usr/lib/jvm", "/opt/java", "/Library/Java")) {
			assertThat(script).contains(place);
			script = script.replace(place, this.folder + place);
		}
		Path copy = Files.writeString(this.folder.resolve("jmeterw"), script);
		Files.createDirectory(this.folder.resolve("bin"));
		for (String tool : List.of("sed", "dirname")) {
			Path file = Files.writeString(this.folder.resolve("bin").resolve(tool),
					"#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
			assertThat(file.toFile().setExecutable(true)).isTrue();
		}
		assertThat(
				run(copy, Map.of("PATH", path("bin"), "HOME", this.folder.toString(), "JAVA_HOME", ""), List.of("-v")))
			.isEqualTo("2 jmeterw: no Java 17 or newer in JAVA_HOME, on the PATH or in the usual folders; "
					+ "install one or set JAVA_HOME\n");
	}

	@Test
	void jmeterwWhenAnotherAssemblesShouldWaitAndTakeWhatItMade() throws Exception {
		Path script = checkoutWithoutJMeter();
		Path target = Files.createDirectory(this.folder.resolve("jmeter/target"));
		Path lock = Files.createSymbolicLink(target.resolve("assembling"),
				Path.of(String.valueOf(ProcessHandle.current().pid())));
		Process waiting = start(script, withFakeMaven(), List.of("-v"));
		try {
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> waiting.descendants()
					.anyMatch((child) -> child.info().command().orElse("").endsWith("sleep")));
			assemble();
			Files.delete(lock);
			assertThat(output(waiting))
				.containsOnlyOnce("waiting for another jmeterw (pid " + ProcessHandle.current().pid())
				.doesNotContain("assembling JMeter");
		}
		finally {
			waiting.destroy();
		}
		assertThat(this.folder.resolve("maven-was-called")).doesNotExist();
	}

	@Test
	void jmeterwWhenOneThatAssembledWasKilledShouldAssemble() throws Exception {
		Path script = checkoutWithoutJMeter();
		Path target = Files.createDirectory(this.folder.resolve("jmeter/target"));
		Process killed = new ProcessBuilder("true").start();
		killed.waitFor();
		Path lock = Files.createSymbolicLink(target.resolve("assembling"), Path.of(String.valueOf(killed.pid())));
		assertThat(run(script, withFakeMaven(), List.of("-v"))).startsWith("2 ").contains("could not assemble JMeter");
		assertThat(this.folder.resolve("maven-was-called")).exists();
		assertThat(Files.isSymbolicLink(lock)).isFalse();
	}

	private Path checkoutWithoutJMeter() throws IOException {
		Files.createDirectory(this.folder.resolve("jmeter"));
		Files.createFile(this.folder.resolve("jmeter/pom.xml"));
		Files.createFile(this.folder.resolve("jmeter/user.properties"));
		return Files.copy(Path.of("../jmeterw"), this.folder.resolve("jmeterw"));
	}

	private void assemble() throws IOException {
		Path bin = Files.createDirectories(this.folder.resolve("jmeter/target/apache-jmeter/bin"));
		Files.createFile(bin.resolve("user.properties"));
		Files.createFile(bin.resolve("ApacheJMeter.jar"));
	}

	/** A Maven that fails and leaves a trace, before any other on the PATH. */
	private Map<String, String> withFakeMaven() throws IOException {
		Path bin = Files.createDirectory(this.folder.resolve("maven"));
		Path maven = Files.writeString(bin.resolve("mvn"),
				"#!/bin/sh\ntouch " + path("maven-was-called") + "\nexit 1\n");
		assertThat(maven.toFile().setExecutable(true)).isTrue();
		return Map.of("PATH", bin + ":" + System.getenv("PATH"), "JAVA_HOME", System.getProperty("java.home"));
	}

	private String path(String name) {
		return this.folder.resolve(name).toString();
	}

	private static String jmeterw(List<String> arguments) throws IOException, InterruptedException {
		return run(Path.of("..", "jmeterw"), Map.of(), arguments);
	}

	/** Exit code and output. */
	private static String run(Path script, Map<String, String> environment, List<String> arguments)
			throws IOException, InterruptedException {
		Process process = start(script, environment, arguments);
		String output = output(process);
		return process.waitFor() + " " + output;
	}

	private static Process start(Path script, Map<String, String> environment, List<String> arguments)
			throws IOException {
		ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toAbsolutePath().normalize().toString());
		builder.command().addAll(arguments);
		builder.directory(Path.of("..").toFile()).environment().putAll(environment);
		return builder.redirectErrorStream(true).start();
	}

	private static String output(Process process) throws IOException {
		return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
