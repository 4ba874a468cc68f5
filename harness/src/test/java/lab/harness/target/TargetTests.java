package lab.harness.target;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import lab.harness.experiment.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TargetTests {

	@TempDir
	private Path folder;

	private FakeProject project;

	@BeforeEach
	void makeProject() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
	}

	@Test
	void startShouldWaitUntilBothAreReadyAndTimeEach() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThat(target.app().startMillis()).isPositive();
			assertThat(target.backend().startMillis()).isPositive();
			assertThat(target.terms().application()).isEqualTo("fake");
			assertThat(target.terms().requestThreads()).isNull();
			assertThat(target.ledger().received()).isZero();
			assertThat(target.counters().timerErrorMillis().p99()).isEqualTo(0.9);
		}
	}

	@Test
	void startShouldPassPropertiesAndLetTheVariantsFlagsWin() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux("-Xmx96m"), this.folder)) {
			assertThat(target.app().jvm().command()).containsSubsequence("-Xmx512m", "-XX:+ExitOnOutOfMemoryError",
					"-Xmx96m", "-jar", "--fan-out.size=3");
			assertThat(target.app().jvm().lastLogLines(1).getFirst()).contains("--fan-out.size=3");
			assertThat(target.backend().jvm().command()).doesNotContain("-Xmx96m", "--fan-out.size=3");
		}
	}

	@Test
	void startShouldCompileTheBackendAsTheApp() throws InterruptedException {
		String quick = "-XX:TieredStopAtLevel=1";
		try (Target target = this.project.start(Variants.webflux(quick), this.folder)) {
			assertThat(target.backend().jvm().command()).contains(quick);
		}
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThat(target.backend().jvm().command()).doesNotContain(quick);
		}
	}

	@Test
	void closeShouldEndBoth() throws InterruptedException {
		Target target = this.project.start(Variants.webflux(), this.folder);
		target.close();
		assertThat(target.app().jvm().isAlive()).isFalse();
		assertThat(target.backend().jvm().isAlive()).isFalse();
		assertThat(Ports.isFree(this.project.backendPort())).isTrue();
	}

	@Test
	void startWhenAppDiesShouldSayWhyAndStopTheBackend() {
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.project.start(Variants.webflux("-Dfake.dies=true"), this.folder))
			.withMessageStartingWith("webflux ended with exit code 3")
			.satisfies((ex) -> assertThat(ex.logTail()).endsWith("the pool could not be made"));
		assertThat(Ports.isFree(this.project.backendPort())).isTrue();
	}

	@Test
	void startWhenBackendDiesShouldNameIt() throws IOException {
		FakeProject.jar(this.project.launcher().jar("slow-backend"), ChildProgram.class);
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.project.start(Variants.webflux(), this.folder))
			.withMessageStartingWith("slow-backend ended with exit code 1");
		assertThat(Ports.isFree(this.project.appPort())).isTrue();
	}

	@Test
	void startWhenManagementPortIsInUseShouldSayWhoNeedsIt() throws IOException {
		int port = this.project.appPort() + 1000;
		try (ServerSocket other = new ServerSocket(port)) {
			assertThatExceptionOfType(InvalidInputException.class)
				.isThrownBy(() -> this.project.start(Variants.webflux(), this.folder))
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
			.isThrownBy(() -> this.project.start(Variants.webflux(), this.folder))
			.withMessage(jar + " is missing: build it first (mvn package)");
	}

	@Test
	void seedShouldReachTheBackend() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			target.seed("fixed 40ms", 7);
			assertThat(Management.await(target.backend().management().read("backend", Map.class)))
				.isEqualTo(Map.of("latency", "fixed 40ms", "seed", 7));
		}
	}

	@Test
	void awaitDrainedWhenRequestsStayInFlightShouldGiveUp() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux("-Dfake.inFlight=1"), this.folder)) {
			assertThat(target.awaitDrained(Duration.ofMillis(150))).isFalse();
		}
	}

	@Test
	void awaitDrainedWhenNothingIsInFlightShouldBeTrue() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThat(target.awaitDrained(Duration.ZERO)).isTrue();
		}
	}

}
