package lab.harness.run;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import lab.harness.model.InvalidInputException;
import lab.harness.model.result.RunFailedException;
import lab.harness.run.process.Ports;
import lab.wire.Limit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(SharedSystem.class)
class ShippedSystemTests {

	@TempDir
	private Path folder;

	private FakeProject project;

	@BeforeEach
	void makeProject() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
	}

	@Test
	void startShouldWaitUntilBothAreReady() throws InterruptedException {
		try (RunningSystem system = this.project.start(Runs.webflux(), this.folder)) {
			assertThat(system.knowledge().terms().httpClient()).isEqualTo("none");
			assertThat(system.knowledge().terms().limits()).isEqualTo(Map.of(Limit.BACKEND_CONNECTIONS, 10));
			assertThat(system.ledger().requests().received()).isZero();
			assertThat(Management.await(system.readBackend()).delays().givenMillis()).isEqualTo(2);
		}
	}

	@Test
	void startShouldPassPropertiesAndLetTheVariantsFlagsWin() throws InterruptedException {
		try (RunningSystem system = this.project.start(Runs.webflux("-Xmx96m"), this.folder)) {
			assertThat(system.app().process().command()).containsSubsequence("-Xmx512m", "-XX:+ExitOnOutOfMemoryError",
					"-Xmx96m", "-jar", "--fan-out.size=3");
			assertThat(system.app().process().lastLogLines(1).getFirst()).contains("--fan-out.size=3",
					"slow-backend.base-url=http://127.0.0.1:" + this.project.backendPort());
			assertThat(system.knownBackend().process().command()).doesNotContain("-Xmx96m", "--fan-out.size=3");
		}
	}

	@Test
	void startShouldCompileTheBackendAsTheApp(RunningSystem optimised) throws InterruptedException {
		String quick = "-XX:TieredStopAtLevel=1";
		try (RunningSystem system = this.project.start(Runs.webflux(quick), this.folder)) {
			assertThat(system.knownBackend().process().command()).contains(quick);
		}
		assertThat(optimised.knownBackend().process().command()).doesNotContain(quick);
	}

	@Test
	void closeShouldEndBoth() throws InterruptedException {
		RunningSystem system = this.project.start(Runs.webflux(), this.folder);
		system.close();
		assertThat(system.app().process().isAlive()).isFalse();
		assertThat(system.knownBackend().process().isAlive()).isFalse();
		assertThat(Ports.isFree(this.project.backendPort())).isTrue();
	}

	@Test
	void startWhenAppDiesShouldSayWhyAndStopTheBackend() {
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.project.start(Runs.webflux("-Dfake.dies=true"), this.folder))
			.withMessageStartingWith("webflux ended with exit code 3")
			.satisfies((ex) -> assertThat(ex.failure().log()).endsWith("the pool could not be made"));
		assertThat(Ports.isFree(this.project.backendPort())).isTrue();
	}

	@Test
	void startWhenBackendDiesShouldNameIt() throws IOException {
		FakeProject.jar(this.project.launcher().jar("slow-backend"), ChildProgram.class);
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.project.start(Runs.webflux(), this.folder))
			.withMessageStartingWith("slow-backend ended with exit code 1");
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	void startWhenManagementPortIsInUseShouldSayWhoNeedsIt() throws IOException {
		int port = this.project.appPort() + 1000;
		try (ServerSocket other = new ServerSocket(port)) {
			assertThatExceptionOfType(InvalidInputException.class)
				.isThrownBy(() -> this.project.start(Runs.webflux(), this.folder))
				.withMessageStartingWith("port " + other.getLocalPort() + " is in use by java (pid ")
				.withMessageContaining("webflux needs it");
		}
		assertThat(this.folder.resolve("backend.log")).doesNotExist();
	}

	@Test
	void startWhenNotBuiltShouldSayWhatIsMissing() throws IOException {
		Path jar = this.project.launcher().jar("webflux");
		Files.delete(jar);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> this.project.start(Runs.webflux(), this.folder))
			.withMessage(jar + " is missing: build it first (mvn package)");
	}

	@Test
	void seedShouldReachTheBackend(RunningSystem system) throws InterruptedException {
		system.seed("fixed 40ms", 7);
		assertThat(Management.await(system.knownBackend().management().read("backend", Map.class)))
			.isEqualTo(Map.of("latency", "fixed 40ms", "seed", 7));
	}

	@Test
	void awaitDrainedWhenRequestsStayInFlightShouldGiveUp() throws InterruptedException {
		try (RunningSystem system = this.project.start(Runs.webflux("-Dfake.inFlight=1"), this.folder)) {
			assertThat(system.awaitDrained(Duration.ofMillis(150))).isFalse();
		}
	}

	@Test
	void awaitDrainedWhenNothingIsInFlightShouldBeTrue(RunningSystem system) throws InterruptedException {
		assertThat(system.awaitDrained(Duration.ZERO)).isTrue();
	}

}
