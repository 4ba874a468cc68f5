package lab.harness.docs;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import lab.harness.model.DataFile;
import lab.harness.model.Metric;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.OwnService;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.CheckResult;
import lab.harness.model.result.Result.RunResult;
import lab.harness.run.process.Ports;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Measures the services in {@code fixtures}, which share no code with the project, and
 * runs every command of the page about a service of the reader's own:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=OwnServiceIT}.
 */
class OwnServiceIT {

	private static final String PAGE = "docs/how-to/own-service.md";

	private static final File ROOT = Page.ROOT.toFile();

	/** A command of the page, or a file that it tells to write. */
	private static final Pattern STEP = Pattern.compile("(?ms)^```(sh|yaml)\\n(?:# (\\S+\\.yml)\\n)?(.*?)^```$");

	/** The port of the service of the page that runs already. */
	private static final int RUNNING = 8080;

	private String output = "";

	/** Every form of a jar but the first, which the page builds. */
	@BeforeAll
	static void buildJars() throws Exception {
		build("clinic");
		build("orders", "-Pplain");
		build("orders", "-Pactuator,shaded", "-Dname=orders-shaded");
		build("orders", "-Pactuator,login", "-Dname=orders-login");
		build("orders", "-Dname=orders-jetty", "-Dserver=jetty");
		build("orders", "-Dname=orders-undertow", "-Dserver=undertow");
		build("orders", "-Dname=orders-webflux", "-Dweb=webflux", "-Dserver=reactor-netty");
		build("orders", "-Dname=orders");
		OwnServiceIT test = new OwnServiceIT();
		assertThat(test.start(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				List.of("-Djarmode=tools", "-jar", "fixtures/orders/target/orders.jar", "extract", "--force",
						"--destination", "fixtures/orders/target/extracted")))
			.as(test.output)
			.isZero();
	}

	private static void build(String fixture, String... options) throws Exception {
		List<String> build = new ArrayList<>(
				List.of("-B", "-ntp", "-q", "-f", "fixtures/" + fixture + "/pom.xml", "package"));
		build.addAll(List.of(options));
		OwnServiceIT test = new OwnServiceIT();
		boolean built = test.start("mvn", build, "-o") == 0 || test.start("mvn", build) == 0;
		assertThat(built).as(test.output).isTrue();
	}

	@AfterEach
	void nothingShouldBeLeft() {
		assertThat(List.of(OwnService.PORT, App.managementPort(OwnService.PORT), Ports.BACKEND,
				App.managementPort(Ports.BACKEND), RUNNING))
			.allSatisfy((port) -> assertThatExceptionOfType(ConnectException.class)
				.isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close()));
	}

	/** 200 threads or 300 users, who wait for half a second. */
	@Test
	void pageShouldLeadToTheAnswerOfTheLaw() throws Exception {
		String page = Page.text(Page.ROOT.resolve(PAGE));
		assertThat(runUndisturbed("orders", "sh", "-c", script(page))).as(this.output).isZero();
		Result result = result("orders");
		assertThat(result.runs()).hasSize(6)
			.allSatisfy((run) -> requireLaw(run, run.header().variant().equals("platform") ? 400 : 600));
		assertThat(this.output).containsPattern("(?m)^Yes: 200 request threads are your limit\\.");
		assertThat(this.output).contains("300 users get at most 400 req/s", "\"name\":\"tomcat.threads.busy\"",
				"Pinned");
		assertThat(throughput(result("orders-running").runs().getFirst())).as("100 users who wait 0.1 s, or a slow CPU")
			.isBetween(200.0, 1000.0);
	}

	/**
	 * The steps of the page in their order, as one script that ends after the processes
	 * that it started.
	 */
	private static String script(String page) {
		// bench init replaces no file of an earlier run. Some shells have no jobs in $().
		StringBuilder script = new StringBuilder(
				"set -e\ntrap 'jobs -p > fixtures/orders/target/jobs; kill $(cat fixtures/orders/target/jobs) || true; wait' EXIT\n"
						+ "rm -f fixtures/orders/target/*.yml\n");
		Matcher step = STEP.matcher(page);
		while (step.find()) {
			if (step.group(1).equals("sh")) {
				script.append(step.group(3));
			}
			else if (step.group(2) != null) {
				script.append("cat > %s <<'END'\n%sEND\n".formatted(step.group(2), step.group(3)));
			}
		}
		return script.toString();
	}

	/** 200 threads, for which 300 users wait a second. */
	@ParameterizedTest
	@ValueSource(strings = { "plain", "http-server" })
	void runShouldMeasureWhatTheLawAllows(String fixture) throws Exception {
		assertThat(runUndisturbed(fixture, "./bench", "run", "fixtures/" + fixture + ".yml", "--seed", "42"))
			.as(this.output)
			.isZero();
		assertThat(result(fixture).runs()).singleElement()
			.satisfies((run) -> assertThat(throughput(run)).isCloseTo(200, Percentage.withPercentage(3)));
	}

	/**
	 * 20 users who wait for 0.1 s; Undertow has 4 threads. At the first login Spring
	 * Security replaces the password by a hash of bcrypt, which then takes each request
	 * some 70 ms of a processor.
	 */
	@Test
	void runShouldMeasureEveryFormOfAJar() throws Exception {
		assertThat(runUndisturbed("jars", "./bench", "run", "fixtures/jars.yml", "--seed", "42")).as(this.output)
			.isZero();
		assertThat(result("jars").runs()).hasSize(6).allSatisfy((run) -> {
			double ceiling = run.header().variant().equals("undertow") ? 40 : 200;
			assertThat(run.figures().getOrDefault(Metric.CEILING, 0.0)).as(run.header().toString())
				.isCloseTo(ceiling, Percentage.withPercentage(1));
			assertThat(throughput(run)).as(run.header().toString())
				.isBetween((run.header().variant().equals("login") ? 0.05 : 0.5) * ceiling, 1.03 * ceiling);
		});
	}

	/**
	 * 100 users never fill 200 threads, and a page of 32 queries fills two processors.
	 */
	@Test
	void runWhenTheServiceComputesShouldNotNameItsThreads() throws Exception {
		runUndisturbed("clinic", "./bench", "run", "fixtures/clinic.yml", "--seed", "42");
		assertThat(this.output)
			.containsPattern("(?m)^(No: |Not decided between |It makes no difference: |Yes: virtual )")
			.doesNotContain("threads are your limit", "threads can.");
	}

	/** 50 users who wait 0.1 s ask for 500 req/s; two pinned carriers serve 20. */
	@Test
	void runWhenTheCallIsPinnedShouldAdviseAgainstTheSwitch() throws Exception {
		assertThat(runUndisturbed("pinned", "./bench", "run", "fixtures/pinned.yml", "--seed", "42")).as(this.output)
			.isZero();
		assertThat(this.output).containsPattern("(?m)^No: .*platform");
		double carriers = Runtime.getRuntime().availableProcessors();
		assertThat(result("pinned").runs()).hasSize(6)
			.allSatisfy((run) -> requireLaw(run, run.header().variant().equals("platform") ? 500 : carriers / 0.1));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			extracted/orders | The limit of Tomcat's threads is read by Actuator
			orders-shaded    | The limit of Tomcat's threads is read by Actuator
			orders-plain     | Tomcat has 200 threads by default; the jar lacks Actuator
			orders-jetty     | Jetty serves 200 requests at once by default, on virtual threads too.
			orders-undertow  | Undertow has 8 worker threads a core by default
			orders-webflux   | WebFlux has no request threads
			""")
	void initShouldKnowTheServerOfAJar(String jar, String sentence, @TempDir Path folder) throws Exception {
		assertThat(start("./bench", List.of("init", "--jar", "fixtures/orders/target/" + jar + ".jar", "--out",
				folder.resolve("own.yml").toString())))
			.as(this.output)
			.isZero();
		assertThat(this.output).contains(sentence);
		assertThat(ExperimentFile.read(folder.resolve("own.yml")).variants()).isNotEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					errors      | 1 | .no-errors. failed in 1 of 1 run: \\d+ requests with status 500, which is left out
					leak        | 1 | .no-errors. failed in 1 of 1 run: .*\\d+ requests with read timeout
					never-ready | 2 | the service was not ready within 1m \\(ready-within\\): GET / answered 503 last; its last lines:\\s+waiting for the database at db:5432
					""")
	void runWhenTheServiceIsFaultyShouldSayIt(String fixture, int exit, String sentence) throws Exception {
		assertThat(runUndisturbed(fixture, "./bench", "run", "fixtures/" + fixture + ".yml", "--seed", "42"))
			.as(this.output)
			.isEqualTo(exit);
		assertThat(this.output).containsPattern(sentence);
	}

	@Test
	void runWhenTheServiceDiesShouldSayItAndMeasureTheOtherVariant() throws Exception {
		assertThat(start("./bench", List.of("run", "fixtures/dies.yml"))).as(this.output).isEqualTo(1);
		assertThat(this.output).contains("dies, 10 users, failed: the service ended with exit code 1",
				"the cache is full");
		assertThat(result("dies").runs()).filteredOn((run) -> run.header().variant().equals("lives"))
			.singleElement()
			.satisfies((run) -> assertThat(throughput(run)).isPositive());
	}

	/** Runs a command once more if other programs disturbed its runs. */
	private int runUndisturbed(String experiment, String program, String... arguments) throws Exception {
		int exit = start(program, List.of(arguments));
		return (exit == 1 && result(experiment).header().disturbed()) ? start(program, List.of(arguments)) : exit;
	}

	private int start(String program, List<String> arguments, String... more) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(program));
		command.addAll(arguments);
		command.addAll(List.of(more));
		ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT).redirectErrorStream(true);
		String java = System.getProperty("java.home");
		builder.environment().put("JAVA_HOME", java);
		builder.environment().merge("PATH", java + "/bin", (path, bin) -> bin + File.pathSeparator + path);
		Process process = builder.start();
		this.output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		System.out.println(this.output);
		return process.waitFor();
	}

	private static Result result(String experiment) {
		return DataFile.read(Page.ROOT.resolve(Path.of("results", experiment, "latest", Result.FILE)), Result.class);
	}

	/**
	 * Requires at most what the law allows, and all of it where every check passed: a
	 * slow machine serves less, says why, and gives the same answer.
	 */
	private static void requireLaw(RunResult run, double ceiling) {
		assertThat(throughput(run)).as(run.header().toString()).isPositive().isLessThan(1.03 * ceiling);
		if (run.checks().stream().allMatch(CheckResult::ok)) {
			assertThat(throughput(run)).as(run.header().toString()).isCloseTo(ceiling, Percentage.withPercentage(5));
		}
	}

	private static double throughput(RunResult run) {
		return run.figures().getOrDefault(Metric.THROUGHPUT, 0.0);
	}

}
