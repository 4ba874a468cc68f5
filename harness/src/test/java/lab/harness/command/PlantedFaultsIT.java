package lab.harness.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Real runs, each with one fault planted from outside, that the check meant for it must
 * catch. Nothing in the product knows of them. Run with
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=PlantedFaultsIT}.
 */
class PlantedFaultsIT {

	@TempDir
	private Path results;

	private PlantedRun planted;

	private final List<Thread> saboteurs = new ArrayList<>();

	private final List<Process> processes = new ArrayList<>();

	@BeforeEach
	void make() {
		this.planted = new PlantedRun(this.results);
	}

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
		this.planted.runUndisturbed("healthy");
		assertThat(this.planted.failed()).isEmpty();
	}

	@Test
	void runWhenConnectionPoolIsSmallShouldFailAtCeiling() throws IOException {
		assertThat(this.planted.run("small-pool")).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly("at-ceiling");
	}

	@Test
	void runWhenAppAnswers503AtOnceShouldFailNoErrors() throws IOException {
		assertThat(this.planted.run("answers-503")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("no-errors");
	}

	@Test
	void runWhenThreadKindIsWrongShouldFailThreadKind() throws IOException {
		assertThat(this.planted.run("wrong-thread-kind")).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly("thread-kind");
	}

	@Test
	void runWhenWindowIsStillWarmingUpShouldFailSteady() throws IOException {
		assertThat(this.planted.run("still-warming-up")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("steady");
	}

	@Test
	void runWhenGeneratorIsStarvedOfCpuShouldFailMachineIdle() throws IOException {
		for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
			this.processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
		}
		assertThat(this.planted.run("healthy")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("machine-idle");
	}

	@Test
	void runWhenBackendGivesMoreThanItDrewShouldFailThatCheck() throws IOException {
		sabotage(this::freezeBackend);
		assertThat(this.planted.run("healthy")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("backend-delay-given");
	}

	@Test
	void runWhenAStrangerSendsRequestsShouldFailTheLedger() throws IOException {
		sabotage(this::sendAsStranger);
		assertThat(this.planted.run("healthy")).isEqualTo(1);
		assertThat(this.planted.failed()).contains("ledger-sent");
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
