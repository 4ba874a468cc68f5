package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Environment;
import lab.harness.model.Metric;
import lab.harness.model.Result;
import lab.harness.model.Result.CheckResult;
import lab.harness.model.Result.RunResult;
import lab.harness.model.RunRecord;
import lab.harness.model.Sample;
import lab.harness.run.Jdk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code bench run --on docker} with a real engine: {@code mvn -Pcontainers verify}.
 * Without one these tests are skipped.
 */
class ContainersIT {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	@TempDir
	private Path results;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@BeforeAll
	static void requireEngine() {
		assumeThat(docker("info", "--format", "{{.ServerVersion}}")).as("a Docker engine that answers").isNotEmpty();
	}

	@AfterEach
	void nothingShouldBeLeft() {
		assertThat(docker("ps", "--all", "--quiet", "--filter", "label=com.docker.compose.project=bench")).isEmpty();
		assertThat(docker("network", "ls", "--quiet", "--filter", "label=com.docker.compose.project=bench")).isEmpty();
	}

	@Test
	void runShouldGiveAValidResultWhoseFilesAreTheUsers() throws IOException {
		bench("run", "small", "--on", "docker", "--seed", "42");
		Result result = result("small");
		assertThat(result.header().complete()).as(stderr()).isTrue();
		assertThat(result.runs().getFirst().checks()).as("but for what a neighbour on the host takes")
			.filteredOn((check) -> !check.ok())
			.extracting(CheckResult::name)
			.filteredOn((name) -> !name.equals("machine-steal"))
			.isEmpty();
		Environment environment = requireNonNull(result.environment());
		assertThat(requireNonNull(environment.engine()).limits()).containsKeys("slow-backend", "webflux", "jmeter");
		assertThat(result.header().plan().command()).containsSubsequence("./bench", "run", "small", "--on", "docker");
		RunResult run = result.runs().getFirst();
		assertThat(run.figures().get(Metric.APP_CPU)).isBetween(0.01, 10.0);
		assertThat(run.figures().get(Metric.GENERATOR_CPU)).isBetween(0.01, 10.0);
		assertThat(run.figures().get(Metric.PLATFORM_THREADS_MEAN)).isBetween(10.0, 100.0);
		assertThat(run.figures().get(Metric.RSS_PEAK)).isBetween(50.0, 1024.0);
		Path raw = folder("small").resolve("raw/webflux-50-r1");
		RunRecord record = record("small");
		assertThat(record.commands().app()).startsWith("java").contains("-Xmx512m", "-jar");
		assertThat(record.commands().generator()).contains("-Jhost=webflux", "-Jport=8083");
		assertThat(DataFile.readLines(raw.resolve("probe.jsonl"), Sample.class)).anySatisfy((sample) -> {
			assertThat(sample.connections()).isEqualTo(50);
			assertThat(sample.app().contextSwitches()).isPositive();
		});
		for (String file : List.of("load.jtl", "jmeter.log", "jmeter.out", "app.log", "backend.log")) {
			assertThat(Files.getOwner(raw.resolve(file))).as(file).isEqualTo(Files.getOwner(raw));
		}
	}

	@Test
	void runWhenContainerNeedsMoreMemoryThanItsLimitShouldSayThatItWasKilledForIt() {
		assertThat(bench("run", "too-much-memory", "--on", "docker")).isEqualTo(1);
		assertThat(failure("too-much-memory"))
			.contains("the container of webflux ended with exit code 137, OOM-killed: it needed more");
		assertThat(stderr()).contains("FAILED: ").doesNotContain("at lab.harness");
	}

	@Test
	void runWhenContainerDiesUnderLoadShouldNameItAndKeepWhatThereIs() throws Exception {
		Thread saboteur = Thread.ofPlatform().start(() -> {
			await().atMost(3, TimeUnit.MINUTES).until(() -> measuring("small"));
			docker("kill", "bench-webflux");
		});
		assertThat(bench("run", "small", "--on", "docker")).isEqualTo(1);
		saboteur.join();
		assertThat(failure("small")).contains("the container of webflux ended with exit code 137");
		assertThat(record("small").end()).isNull();
	}

	@Test
	void runWhenInterruptedShouldEndWith130AndKeepWhatThereIs() throws Exception {
		// A shell may have told what it starts in the background to ignore the signal.
		Process bench = new ProcessBuilder("env", "--default-signal=INT", Jdk.current().java().toString(), "-cp",
				System.getProperty("java.class.path"), ContainersIT.class.getName(), this.results.toString())
			.redirectErrorStream(true)
			.redirectOutput(this.results.resolve("output").toFile())
			.start();
		await().atMost(3, TimeUnit.MINUTES).until(() -> measuring("small"));
		new ProcessBuilder("kill", "-INT", String.valueOf(bench.pid())).start().waitFor();
		assertThat(bench.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(bench.exitValue()).isEqualTo(130);
		assertThat(Files.readString(this.results.resolve("output")))
			.contains("bench: interrupted; what was measured is kept in ");
		assertThat(record("small").end()).isNull();
	}

	@Test
	void runWhenAnotherContainerHasThePortShouldSayHowToFindIt() {
		docker("run", "--detach", "--name", "bench-it-port", "--publish", "127.0.0.1:9083:9083", "--entrypoint",
				"sleep", "concurrency-lab/webflux:25", "60");
		try {
			assertThat(bench("run", "small", "--on", "docker")).isEqualTo(2);
			assertThat(stderr().lines()).singleElement()
				.asString()
				.contains("port 9083 is in use", "docker ps --filter publish=9083");
		}
		finally {
			docker("rm", "--force", "bench-it-port");
		}
	}

	/** The command in a JVM of its own, to be interrupted. */
	public static void main(String[] arguments) {
		System.exit(BenchCommand.run(new String[] { "run", "small", "--on", "docker", "--measure", "60s" },
				surroundings(Path.of(arguments[0]), System.out, System.err)));
	}

	private int bench(String... arguments) {
		return BenchCommand.run(arguments,
				surroundings(this.results, new PrintStream(this.out, true, StandardCharsets.UTF_8),
						new PrintStream(this.err, true, StandardCharsets.UTF_8)));
	}

	private static Surroundings surroundings(Path results, PrintStream out, PrintStream err) {
		return new Surroundings(ROOT, ROOT.resolve("harness/src/test/resources/containers"), results, Path.of("/"),
				"docker", 0, false, out, err);
	}

	private String stderr() {
		return this.err.toString(StandardCharsets.UTF_8);
	}

	private Path folder(String experiment) {
		return this.results.resolve(experiment).resolve("latest");
	}

	private Result result(String experiment) {
		return DataFile.read(folder(experiment).resolve(Result.FILE), Result.class);
	}

	/** Why the only run of an experiment failed. */
	private String failure(String experiment) {
		return requireNonNull(result(experiment).runs().getFirst().details().failure()).reason();
	}

	private RunRecord record(String experiment) {
		return DataFile.read(folder(experiment).resolve("raw/webflux-50-r1/run.json"), RunRecord.class);
	}

	private boolean measuring(String experiment) throws IOException {
		if (!Files.isDirectory(this.results.resolve(experiment))) {
			return false;
		}
		try (Stream<Path> files = Files.find(this.results.resolve(experiment), 5,
				(file, attributes) -> file.endsWith("load.jtl") && attributes.size() > 1000)) {
			return files.findAny().isPresent();
		}
	}

	/** What a command of the client prints; nothing when it fails. */
	private static String docker(String... words) {
		try {
			Process process = new ProcessBuilder(Stream.concat(Stream.of("docker"), Stream.of(words)).toList())
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
			return (process.waitFor() == 0) ? output : "";
		}
		catch (IOException | InterruptedException ex) {
			return "";
		}
	}

}
