package lab.harness.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link WarmUp}; {@link HttpRunnerTests} tests the loads.
 */
class WarmUpTests {

	private static final Duration STEP = Duration.ofMillis(100);

	private final WarmUp.CompilerWork compilers = new WarmUp.CompilerWork(ledger(5, 1000));

	@TempDir
	private Path folder;

	@Test
	void areDoneWhenTheCompilersStillWorkInTheLastThirdShouldBeFalse() {
		// From the second 23, two thirds of 30 s after the first request, 801 of 8000 ms.
		read(1, 5, 1000);
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_801);
		assertThat(this.compilers.areDone(Duration.ofSeconds(30))).isFalse();
	}

	@Test
	void areDoneWhenTheCompilersAreQuietInTheLastThirdShouldBeTrue() {
		read(3, 6, 2000);
		read(22, 50, 19_000);
		read(23, 60, 20_000);
		read(31, 70, 20_800);
		assertThat(this.compilers.areDone(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void areDoneWhenThereAreTooFewReadingsShouldBeTrue() {
		assertThat(this.compilers.areDone(Duration.ofSeconds(1))).isTrue();
		read(1, 6, 2000);
		read(2, 7, 3000);
		assertThat(this.compilers.areDone(Duration.ofSeconds(1))).isTrue();
	}

	@Test
	void awaitRestShouldEndWhenTheAppIsAtRest() throws InterruptedException {
		try (ChildProcess app = start("wait")) {
			assertThat(WarmUp.awaitRest(app, Duration.ofMinutes(1), STEP)).isTrue();
		}
	}

	@Test
	void awaitRestWhenTheAppIsBusyShouldEndAtTheLimit() throws InterruptedException {
		try (ChildProcess app = start("spin")) {
			assertThat(WarmUp.awaitRest(app, STEP.multipliedBy(2), STEP)).isFalse();
		}
	}

	@Test
	void awaitRestWhenTheAppHasEndedShouldNotWait() throws InterruptedException {
		ChildProcess app = ChildProcess.start("child", ChildProgram.command("talk", "1", "0"), this.folder,
				this.folder.resolve("log"));
		app.exit().join();
		assertThat(WarmUp.awaitRest(app, Duration.ofMinutes(1), STEP)).isFalse();
	}

	private ChildProcess start(String argument) {
		Path log = this.folder.resolve("log");
		ChildProcess app = ChildProcess.start("child", ChildProgram.command(argument), this.folder, log);
		await().until(() -> Files.readString(log).contains("waiting"));
		return app;
	}

	private void read(int second, long received, long compileMillis) {
		this.compilers.read(1000L * second, ledger(received, compileMillis));
	}

	private static AppLedger ledger(long received, long compileMillis) {
		return new AppLedger(new AppLedger.Requests(received, 0, 0, 0, Map.of(), Map.of()), AppLedger.NONE.calls(),
				null, new AppLedger.JvmCounters(0, 0, 0, compileMillis));
	}

}
