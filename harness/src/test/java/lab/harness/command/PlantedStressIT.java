package lab.harness.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The same for runs with planned faults: the faults are no failure, but what the app
 * makes of them may be one.
 */
class PlantedStressIT {

	@TempDir
	private Path results;

	private PlantedRun planted;

	@BeforeEach
	void make() {
		this.planted = new PlantedRun(this.results);
	}

	@Test
	void runWhenTheAppStandsItShouldPassEveryCheck() throws IOException {
		this.planted.runUndisturbed("stands-it");
		assertThat(this.planted.failed()).isEmpty();
	}

	@Test
	void runWhenTheBreakerStaysOpenShouldFailRecovers() throws IOException {
		assertThat(this.planted.run("breaker-stays-open")).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly("recovers");
	}

	@Test
	void runWhenTheAppDropsItsRequestsAtTheEndShouldFailNoneLost() throws IOException {
		assertThat(this.planted.run("drops-at-end")).isEqualTo(1);
		assertThat(this.planted.failed()).containsOnly("none-lost");
	}

	@Test
	void runWhenTheAppLivesAndDoesNotAnswerShouldFailNoZombie() throws Exception {
		CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() -> this.planted.run("may-exit"));
		await().atMost(60, SECONDS).until(this::samples, (samples) -> samples > 900);
		long app = ProcessHandle.current()
			.descendants()
			.filter((process) -> process.info().commandLine().orElse("").contains("webflux.jar"))
			.findFirst()
			.orElseThrow()
			.pid();
		new ProcessBuilder("kill", "-STOP", String.valueOf(app)).start().waitFor();
		assertThat(run.join()).isEqualTo(1);
		assertThat(this.planted.failed()).contains("no-zombie");
	}

	private long samples() throws IOException {
		try (Stream<Path> files = Files.walk(this.results)) {
			Path samples = files.filter((file) -> file.endsWith("load.jtl")).findFirst().orElse(null);
			return (samples != null) ? Files.readString(samples).lines().count() : 0;
		}
	}

}
