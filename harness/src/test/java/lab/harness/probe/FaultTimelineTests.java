package lab.harness.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

import lab.harness.experiment.Experiment;
import lab.harness.experiment.ExperimentReader;
import lab.harness.experiment.Fault.Kind;
import lab.harness.schedule.Run;
import lab.harness.target.FakeProject;
import lab.harness.target.Management;
import lab.harness.target.Target;
import lab.harness.target.Variants;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.file.Files.writeString;
import static org.assertj.core.api.Assertions.assertThat;

class FaultTimelineTests {

	@TempDir
	private Path folder;

	private FakeProject project;

	@BeforeEach
	void make() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
	}

	@Test
	void startShouldWaitForTheFirstRequestThenBeginAndLiftInOrder() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				FaultTimeline timeline = new FaultTimeline(target, run("{ at: 5s, for: 1s, kind: error, share: 0.3 }"),
						() -> {
						})) {
			timeline.start(0);
			assertThat(timeline.applied()).isEmpty();
			ask();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> !timeline.applied().isEmpty() && timeline.applied().getFirst().endedAt() != null);
			assertThat(told()).isEqualTo("{'fault':'error','share':0.3}{'fault':'none'}");
			timeline.check();
		}
	}

	@Test
	void closeWhenAFaultIsOnShouldLiftIt() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			FaultTimeline timeline = new FaultTimeline(target, run("{ at: 5s, for: 50s, kind: outage }"), () -> {
			});
			timeline.start(0);
			ask();
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !timeline.applied().isEmpty());
			timeline.close();
			assertThat(told()).isEqualTo("{'fault':'outage'}{'fault':'none'}");
			assertThat(timeline.applied().getFirst().endedAt()).isNotNull();
		}
	}

	@Test
	void applyWhenSigtermShouldTellTheApp() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder);
				FaultTimeline timeline = new FaultTimeline(target, run("{ at: 5s, kind: sigterm }"), () -> {
				})) {
			timeline.start(0);
			ask();
			assertThat(target.app().jvm().exit().join()).isEqualTo(143);
			assertThat(timeline.terminated()).isTrue();
			assertThat(timeline.applied().getFirst().fault().kind()).isEqualTo(Kind.SIGTERM);
		}
	}

	@Test
	void closeWhenNoRequestCameShouldEndIt() throws Exception {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			FaultTimeline timeline = new FaultTimeline(target, run("{ at: 5s, for: 5s, kind: hang }"), () -> {
			});
			timeline.start(0);
			timeline.close();
			assertThat(told()).isEmpty();
			assertThat(timeline.applied()).isEmpty();
		}
	}

	private String told() {
		return Management
			.await(new Management("backend", this.project.backendPort() + 1000).read("faults", String.class));
	}

	private void ask() throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.project.appPort() + "/")).build(),
					BodyHandlers.discarding());
		}
	}

	private Run run(String fault) throws IOException {
		Experiment experiment = ExperimentReader.read(writeString(this.folder.resolve("x.yml"),
				"question: q\nload: { measure: 60s }\nfaults: " + fault + "\nvariants: { a: { app: webflux } }\n"));
		return new Run(experiment.variants().getFirst(), 500, 1, 42);
	}

}
