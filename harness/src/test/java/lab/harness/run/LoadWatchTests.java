package lab.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.ChildProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoadWatchTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private static final Duration SHORT = Duration.ofMillis(100);

	private static final BooleanSupplier ON = () -> true;

	@TempDir
	private Path folder;

	private ChildProcess backend;

	@BeforeEach
	void start() {
		this.backend = start("backend", "wait");
	}

	@AfterEach
	void stop() {
		this.backend.close();
	}

	@Test
	void awaitWhenGeneratorEndsWellShouldReturn() throws InterruptedException {
		watch().await(start("JMeter", "talk", "1", "0"), LONG, ON);
		assertThat(this.backend.isAlive()).isTrue();
	}

	@Test
	void awaitWhenGeneratorFailsShouldSaySo() {
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> watch().await(start("JMeter", "talk", "1", "1"), LONG, ON))
			.withMessageStartingWith("JMeter ended with exit code 1");
	}

	@Test
	void awaitWhenAppDiesShouldShowItsLog() {
		try (ChildProcess generator = start("JMeter", "wait")) {
			LoadWatch watch = new LoadWatch(List.of(start("app", "talk", "2", "3"), this.backend), () -> SHORT);
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> watch.await(generator, LONG, ON))
				.withMessageStartingWith("app ended with exit code 3")
				.satisfies((ex) -> assertThat(ex.failure().log()).endsWith("line 2"));
		}
	}

	@Test
	void awaitWhenGeneratorTakesTooLongShouldGiveUp() {
		try (ChildProcess generator = start("JMeter", "wait")) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> watch().await(generator, Duration.ofMillis(1), ON))
				.withMessage("JMeter had not ended after 0 s");
		}
	}

	@Test
	void awaitWhenTheGeneratorNeedNotGoOnShouldReturn() throws InterruptedException {
		try (ChildProcess generator = start("JMeter", "wait")) {
			watch().await(generator, LONG, () -> false);
			assertThat(generator.isAlive()).isTrue();
		}
	}

	@Test
	void awaitWhenInterruptedShouldEndWithThat() {
		try (ChildProcess generator = start("JMeter", "wait")) {
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> watch().await(generator, LONG, ON));
		}
	}

	private LoadWatch watch() {
		return new LoadWatch(List.of(this.backend), () -> SHORT);
	}

	private ChildProcess start(String name, String... arguments) {
		return ChildProcess.start(name, ChildProgram.command(arguments), this.folder,
				this.folder.resolve(name + ".log"));
	}

}
