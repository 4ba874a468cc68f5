package lab.harness.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.harness.experiment.On;
import lab.harness.target.ChildProgram;
import lab.harness.target.JavaProcess;
import lab.harness.target.Placement;
import lab.harness.target.RunFailedException;
import org.assertj.core.api.Assumptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class AwakeTests {

	private static final MachineTimes TIMES = new MachineTimes(new MachineSample(4000, 1000, 7),
			List.of(new CoreSample(0, 2000, 600), new CoreSample(1, 2000, 400)));

	private static final long LOOPED = 2000;

	@TempDir
	private Path folder;

	@Test
	void withIdleWhenAllShareItShouldDivideIt() {
		assertThat(TIMES.withIdle(List.of(), 500)).isEqualTo(new MachineTimes(new MachineSample(4000, 1500, 7),
				List.of(new CoreSample(0, 2000, 850), new CoreSample(1, 2000, 650))));
	}

	@Test
	void withIdleWhenOneHadItShouldGiveItToThatOne() {
		assertThat(TIMES.withIdle(List.of(1), 500)).isEqualTo(new MachineTimes(new MachineSample(4000, 1500, 7),
				List.of(new CoreSample(0, 2000, 600), new CoreSample(1, 2000, 900))));
	}

	@Test
	void timesWhenNothingIsKeptAwakeShouldStayAsTheyAre() {
		assertThat(Awake.NONE.asIdle(TIMES)).isEqualTo(TIMES);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void timesWhenKeptAwakeShouldCountTheLoopsAsIdle() throws InterruptedException {
		Assumptions.assumeThat(Awake.isPossible(On.PROCESS)).isTrue();
		try (Awake awake = Awake.start(Placement.SHARED, this.folder)) {
			// Far more than the start of a JVM takes.
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> awake.asIdle(TIMES).all().idleMillis() > 1000 + LOOPED);
			assertThatNoException().isThrownBy(awake::check);
		}
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void checkWhenTheProgramHasEndedShouldFail() throws InterruptedException {
		Assumptions.assumeThat(Awake.isPossible(On.PROCESS)).isTrue();
		try (Awake awake = Awake.start(Placement.SHARED, this.folder)) {
			awake.close();
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(awake::check)
				.withMessageStartingWith("the program that keeps processors awake ended with exit code");
		}
	}

	@Test
	void programWhenTheHarnessEndsShouldEndToo() throws InterruptedException {
		JavaProcess harness = JavaProcess.start("harness", ChildProgram.command("wait"),
				this.folder.resolve("harness.log"));
		JavaProcess program = JavaProcess.start("program",
				List.of(ProcessHandle.current().info().command().orElseThrow(), "-cp",
						System.getProperty("java.class.path"), AwakeProgram.class.getName(),
						String.valueOf(harness.pid())),
				this.folder.resolve("program.log"));
		try {
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> program.cpuMillis() > LOOPED);
			harness.stop();
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !program.isAlive());
		}
		finally {
			harness.stop();
			program.stop();
		}
	}

}
