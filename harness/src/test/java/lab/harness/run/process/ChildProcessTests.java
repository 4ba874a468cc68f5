package lab.harness.run.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.Sample.ProcessSample;
import lab.harness.run.ChildProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class ChildProcessTests {

	@TempDir
	private Path folder;

	@Test
	void lastLogLinesShouldBeTheEndOfItsOutput() {
		ChildProcess process = start("talk", "30", "0");
		assertThat(process.exit().join()).isZero();
		assertThat(process.lastLogLines(2)).containsExactly("line 29", "line 30");
		assertThat(process.lastLogLines(100)).hasSize(30);
	}

	@Test
	void unexpectedEndShouldSayExitCodeAndShowTheLog() throws InterruptedException {
		RunFailedException failure = start("talk", "30", "3").unexpectedEnd();
		assertThat(failure).hasMessageStartingWith("child ended with exit code 3; its log is ");
		assertThat(failure.failure().log()).hasSize(20).endsWith("line 30");
	}

	@Test
	void unexpectedEndWhenEndedByTheUsersInterruptShouldBeAnInterrupt() {
		ChildProcess process = start("talk", "1", "130");
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(process::unexpectedEnd)
			.withMessage("child was interrupted");
	}

	@Test
	void closeShouldEndTheProcess() {
		try (ChildProcess process = waiting("wait")) {
			process.close();
			assertThat(process.isAlive()).isFalse();
			assertThat(process.exit().join()).isEqualTo(143);
		}
	}

	@Test
	void stopWhenProcessIgnoresItShouldKill() {
		try (ChildProcess process = waiting("stubborn")) {
			process.stop(Duration.ofMillis(100));
			assertThat(process.isAlive()).isFalse();
			assertThat(process.exit().join()).isEqualTo(137);
		}
	}

	@Test
	void closeWhenInterruptedShouldStopAllTheSameAndKeepTheInterrupt() {
		try (ChildProcess process = waiting("wait")) {
			Thread.currentThread().interrupt();
			process.close();
			assertThat(process.isAlive()).isFalse();
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void exitOfTheHarnessShouldStopWhatItStarted() {
		ChildProcess parent = start("parent", this.folder.resolve("grandchild.log").toString());
		assertThat(parent.exit().join()).isZero();
		long child = Long.parseLong(parent.lastLogLines(1).getFirst().replace("child ", ""));
		await().until(() -> ProcessHandle.of(child).map((handle) -> !handle.isAlive()).orElse(true));
	}

	@Test
	void startWhenProgramIsMissingShouldSayWhich() {
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(
					() -> ChildProcess.start("app", List.of("/no/such/java"), this.folder, this.folder.resolve("log")))
			.withMessageStartingWith("app cannot be started: ")
			.withMessageContaining("/no/such/java");
	}

	@Test
	void environmentShouldCarryNoHiddenSettings() {
		Map<String, String> environment = new HashMap<>();
		for (String name : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "SERVER_PORT", "SPRING_PROFILES_ACTIVE",
				"RESILIENCE4J_BULKHEAD_INSTANCES_BACKEND_MAXCONCURRENTCALLS", "TERMS_DRAINLIMIT", "FANOUT_POOLSIZE",
				"FAN_OUT_POOL_SIZE", "CONCURRENCYLIMIT", "DEBUG", "PATH", "HOME", "SPRINGFIELD")) {
			environment.put(name, "1");
		}
		ChildProcess.removeHiddenSettings(environment);
		assertThat(environment).containsOnlyKeys("PATH", "HOME", "SPRINGFIELD");
	}

	@Test
	void startOwnShouldKeepTheSettingsThatStartRemoves() throws IOException {
		ProcessBuilder parent = new ProcessBuilder(ChildProgram.command("settings", this.folder.toString()));
		parent.environment().put("SPRING_PROFILES_ACTIVE", "mine");
		try (InputStream out = parent.start().getInputStream()) {
			assertThat(new String(out.readAllBytes(), StandardCharsets.UTF_8).lines()).containsExactly("shipped: null",
					"own: mine");
		}
	}

	@Test
	void startShouldRunInTheGivenFolder() throws IOException {
		Path empty = Files.createDirectory(this.folder.resolve("empty"));
		ChildProcess process = ChildProcess.start("child", ChildProgram.command("where"), empty, log());
		assertThat(process.exit().join()).isZero();
		assertThat(process.lastLogLines(1)).containsExactly(empty.toRealPath().toString());
	}

	@Test
	void closeShouldEndWhatTheProcessStarted() {
		try (ChildProcess parent = waiting("nanny")) {
			List<ProcessHandle> children = parent.descendants();
			assertThat(children).isNotEmpty();
			parent.close();
			await().until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
		}
	}

	@Test
	void closeWhenItRanAlreadyShouldLeaveItAliveAndKnowItsEnd() throws InterruptedException {
		try (ChildProcess started = waiting("wait"); ChildProcess found = found(started.kernel().pid())) {
			found.close();
			assertThat(found.isAlive()).isTrue();
			started.close();
			assertThat(found.isAlive()).isFalse();
			assertThat(found.exit()).isNotDone();
			assertThat(found.unexpectedEnd()).hasMessage("own ended; it was started elsewhere, so look at its own log");
		}
	}

	@Test
	void isAliveWhenTheProcessIsNotVisibleShouldBeTrue() {
		try (ChildProcess unseen = found(Kernel.UNSEEN)) {
			assertThat(unseen.isAlive()).isTrue();
			assertThat(unseen.kernel().process()).contains(ProcessSample.UNSEEN);
			assertThat(JvmMonitor.attach(unseen.kernel().pid())).isNull();
		}
	}

	private ChildProcess found(long pid) {
		return new ChildProcess("own", List.of(), log(), null, Instant.now(), new Kernel(pid));
	}

	private ChildProcess start(String... arguments) {
		return ChildProcess.start("child", ChildProgram.command(arguments), this.folder, log());
	}

	private ChildProcess waiting(String argument) {
		ChildProcess process = start(argument);
		await().until(() -> saysWaiting(log()));
		return process;
	}

	private Path log() {
		return this.folder.resolve("child.log");
	}

	private static boolean saysWaiting(Path log) throws IOException {
		return Files.readString(log).contains("waiting");
	}

}
