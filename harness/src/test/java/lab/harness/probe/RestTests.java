package lab.harness.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import lab.harness.target.ChildProgram;
import lab.harness.target.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Rest}.
 */
class RestTests {

	@TempDir
	private Path folder;

	@Test
	void awaitShouldEndWhenTheAppIsAtRest() throws InterruptedException {
		try (JavaProcess app = start("wait")) {
			assertThat(Rest.await(app, Duration.ofMinutes(1))).isTrue();
		}
	}

	@Test
	void awaitWhenTheAppIsBusyShouldEndAtTheLimit() throws InterruptedException {
		try (JavaProcess app = start("spin")) {
			assertThat(Rest.await(app, Duration.ofMillis(600))).isFalse();
		}
	}

	@Test
	void awaitWhenTheAppHasEndedShouldNotWait() throws InterruptedException {
		JavaProcess app = JavaProcess.start("child", ChildProgram.command("talk", "1", "0"),
				this.folder.resolve("log"));
		app.exit().join();
		assertThat(Rest.await(app, Duration.ofMinutes(1))).isFalse();
	}

	private JavaProcess start(String argument) {
		Path log = this.folder.resolve("log");
		JavaProcess app = JavaProcess.start("child", ChildProgram.command(argument), log);
		await().until(() -> Files.readString(log).contains("waiting"));
		return app;
	}

}
