package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import lab.harness.target.Placement;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AwakeTests {

	private static final MachineTimes TIMES = new MachineTimes(new MachineSample(4000, 1000, 7),
			List.of(new CoreSample(0, 2000, 600), new CoreSample(1, 2000, 400)));

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
	void timesWhenKeptAwakeShouldCountTheLoopsAsIdleAndKeepThatWhenTheyEnd() throws InterruptedException {
		assertThat(Awake.isPossible(null)).isTrue();
		Awake awake = Awake.start(Placement.SHARED, this.folder.resolve("awake.log"));
		try (awake) {
			Awaitility.await().until(() -> awake.asIdle(TIMES).all().idleMillis() > 1100);
		}
		assertThat(awake.asIdle(TIMES).all().idleMillis()).isGreaterThan(1100);
		assertThat(ProcessHandle.current().children().filter(AwakeTests::isLoop)).isEmpty();
	}

	@Test
	void programWhenTheHarnessEndsShouldEndToo() throws IOException, InterruptedException {
		Process harness = new ProcessBuilder(java(), "-cp", System.getProperty("java.class.path"),
				AwakeProgram.class.getName(), String.valueOf(ProcessHandle.current().pid()))
			.start();
		Process program = new ProcessBuilder(java(), "-cp", System.getProperty("java.class.path"),
				AwakeProgram.class.getName(), String.valueOf(harness.pid()))
			.start();
		assertThat(program.isAlive()).isTrue();
		harness.destroyForcibly().waitFor();
		assertThat(program.waitFor()).isZero();
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	private static boolean isLoop(ProcessHandle process) {
		return process.info()
			.arguments()
			.filter((words) -> List.of(words).contains(AwakeProgram.class.getName()))
			.isPresent();
	}

}
