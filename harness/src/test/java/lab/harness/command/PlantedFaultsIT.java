package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import lab.harness.analysis.Check;
import lab.harness.analysis.Result;
import lab.harness.probe.JsonFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Real runs, each with one fault planted from outside, that the check meant for it must
 * catch. Nothing in the product knows of them. Run with {@code mvn -Pplanted verify}.
 */
class PlantedFaultsIT {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	@TempDir
	private Path results;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private final List<Thread> saboteurs = new ArrayList<>();

	private final List<Process> processes = new ArrayList<>();

	@AfterEach
	void stop() throws InterruptedException {
		this.saboteurs.forEach(Thread::interrupt);
		this.processes.forEach(Process::destroyForcibly);
		for (Thread saboteur : this.saboteurs) {
			saboteur.join();
		}
	}

	@Test
	void runWhenNothingIsPlantedShouldPassEveryCheck() throws IOException {
		run("healthy", 2);
		assertThat(failed()).isEmpty();
	}

	@Test
	void runWhenConnectionPoolIsSmallShouldFailAtCeiling() throws IOException {
		assertThat(run("small-pool")).isEqualTo(1);
		assertThat(failed()).containsOnly("at-ceiling");
	}

	@Test
	void runWhenAppAnswers503AtOnceShouldFailNoErrors() throws IOException {
		assertThat(run("answers-503")).isEqualTo(1);
		assertThat(failed()).contains("no-errors");
	}

	@Test
	void runWhenThreadKindIsWrongShouldFailThreadKind() throws IOException {
		assertThat(run("wrong-thread-kind")).isEqualTo(1);
		assertThat(failed()).containsOnly("thread-kind");
	}

	@Test
	void runWhenWindowIsStillWarmingUpShouldFailSteady() throws IOException {
		assertThat(run("still-warming-up")).isEqualTo(1);
		assertThat(failed()).contains("steady");
	}

	@Test
	void runWhenGeneratorIsStarvedOfCpuShouldFailMachineIdle() throws IOException {
		for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
			this.processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
		}
		assertThat(run("healthy", 1)).isEqualTo(1);
		assertThat(failed()).contains("machine-idle");
		assertThat(result().spoiled()).as("it was made again, in vain").hasSize(1);
	}

	@Test
	void runWhenBackendGivesMoreThanItDrewShouldFailThatCheck() throws IOException {
		sabotage(this::freezeBackend);
		assertThat(run("healthy")).isEqualTo(1);
		assertThat(failed()).contains("backend-gave-what-it-drew");
	}

	@Test
	void runWhenAStrangerSendsRequestsShouldFailTheLedger() throws IOException {
		sabotage(this::sendAsStranger);
		assertThat(run("healthy")).isEqualTo(1);
		assertThat(failed()).contains("ledger-sent");
	}

	private int run(String experiment) {
		return run(experiment, 0);
	}

	private int run(String experiment, int again) {
		Surroundings surroundings = new Surroundings(ROOT, Path.of("src/test/resources/planted"), this.results,
				"docker", again, false, new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8));
		return BenchCommand.run(new String[] { "run", experiment, "--seed", "42" }, surroundings);
	}

	/**
	 * The checks that failed, but for what a neighbour on the host takes: that is planted
	 * by nobody here, and fails whenever it is there.
	 */
	private List<String> failed() throws IOException {
		Result result = result();
		assertThat(result.complete()).as(this.err.toString(StandardCharsets.UTF_8)).isTrue();
		return result.runs()
			.getFirst()
			.failedChecks()
			.stream()
			.map(Check::name)
			.filter((name) -> !name.equals("machine-steal"))
			.toList();
	}

	private Result result() throws IOException {
		try (var experiments = Files.list(this.results)) {
			Path folder = experiments.findFirst().orElseThrow().resolve("latest");
			return JsonFile.read(folder.resolve(Result.FILE), Result.class);
		}
	}

	private void sabotage(Sabotage sabotage) {
		Thread thread = new Thread(() -> {
			try {
				sabotage.run();
			}
			catch (IOException | InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		this.saboteurs.add(thread);
		thread.start();
	}

	/** Stops the backend for 30 ms out of every 100, as a long pause of its JVM would. */
	private void freezeBackend() throws IOException, InterruptedException {
		while (!Thread.interrupted()) {
			ProcessHandle backend = backend();
			if (backend != null) {
				signal("STOP", backend);
				TimeUnit.MILLISECONDS.sleep(30);
				signal("CONT", backend);
			}
			TimeUnit.MILLISECONDS.sleep(70);
		}
	}

	private static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
	}

	private static @Nullable ProcessHandle backend() {
		return ProcessHandle.current()
			.descendants()
			.filter((process) -> process.info().commandLine().orElse("").contains("slow-backend.jar"))
			.findFirst()
			.orElse(null);
	}

	/** Ten requests a second that the generator knows nothing of. */
	private void sendAsStranger() throws InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8083/sleep/0")).build();
		try (HttpClient client = HttpClient.newHttpClient()) {
			while (!Thread.interrupted()) {
				TimeUnit.MILLISECONDS.sleep(100);
				try {
					client.send(request, HttpResponse.BodyHandlers.discarding());
				}
				catch (IOException ex) {
					// The app is not up yet, or not any more.
				}
			}
		}
	}

	@FunctionalInterface
	interface Sabotage {

		void run() throws IOException, InterruptedException;

	}

}
