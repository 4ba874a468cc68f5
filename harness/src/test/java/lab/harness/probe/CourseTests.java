package lab.harness.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import lab.harness.experiment.ExperimentReader;
import lab.harness.schedule.Run;
import lab.harness.target.FakeProject;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;
import lab.harness.target.Variants;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CourseTests {

	@TempDir
	private Path folder;

	private FakeProject project;

	@BeforeEach
	void make() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
	}

	@Test
	void appEndedWhenTheAppMayExitShouldTellItsCode() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				Course course = new Course(run(true), target, this.folder)) {
			HttpRequest exit = HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:" + (this.project.appPort() + 1000) + "/exit"))
				.build();
			HttpClient.newHttpClient().sendAsync(exit, BodyHandlers.discarding());
			target.app().jvm().exit().join();
			Stress.End end = course.appEnded(() -> {
			});
			assertThat(end).isNotNull().extracting(Stress.End::exitCode).isEqualTo(4);
		}
	}

	@Test
	void appEndedWhenItLivesAndDoesNotAnswerShouldCallItAZombieWhereItMayExit() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				Course may = new Course(run(true), target, this.folder);
				Course mayNot = new Course(run(false), target, this.folder)) {
			assertThat(may.appEnded(() -> {
			})).isNull();
			assertThat(may.appEnded(() -> {
				throw new RunFailedException("silent");
			})).isNotNull().extracting(Stress.End::zombie).isEqualTo(true);
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> mayNot.appEnded(() -> {
				throw new RunFailedException("silent");
			})).withMessage("silent");
		}
	}

	@Test
	void appEndedWhenAPlannedFaultNeverBeganShouldFail() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				Course course = new Course(run(false, "faults: { at: 5s, for: 1s, kind: hang }\n"), target,
						this.folder)) {
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> course.appEnded(() -> {
			})).withMessageStartingWith("only 0 of 1 faults began");
		}
	}

	@Test
	void besideShouldAskBothAndWriteEachAnswer() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				Beside beside = new Beside(target.app(), this.folder.resolve(Beside.FILE))) {
			beside.start();
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> target.ledger().received() >= 2);
		}
		assertThat(BesideFile.read(this.folder)).allMatch(Beside.Asked::ok)
			.extracting(Beside.Asked::what)
			.contains(Beside.Asked.SLEEP, Beside.Asked.HEALTH);
	}

	private Run run(boolean mayExit, String... faults) throws IOException {
		Path yaml = Files.writeString(this.folder.resolve("x.yml"), "question: q\n" + String.join("", faults)
				+ "variants: { a: { app: webflux, may-exit: " + mayExit + " } }\n");
		return new Run(ExperimentReader.read(yaml).variants().getFirst(), 500, 1, 42);
	}

}
