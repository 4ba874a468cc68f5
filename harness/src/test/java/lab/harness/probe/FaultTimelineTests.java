package lab.harness.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import lab.harness.experiment.Fault;
import lab.harness.experiment.Fault.Kind;
import lab.harness.experiment.Variant;
import lab.harness.schedule.Run;
import lab.harness.target.FakeProject;
import lab.harness.target.Management;
import lab.harness.target.Target;
import lab.harness.target.Variants;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
				FaultTimeline timeline = new FaultTimeline(target, run(Kind.ERROR, Duration.ofMillis(500), 0.3), () -> {
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
			FaultTimeline timeline = new FaultTimeline(target, run(Kind.OUTAGE, Duration.ofSeconds(50), 1), () -> {
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
				FaultTimeline timeline = new FaultTimeline(target, run(Kind.SIGTERM, Duration.ZERO, 1), () -> {
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
			FaultTimeline timeline = new FaultTimeline(target, run(Kind.HANG, Duration.ofSeconds(5), 1), () -> {
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

	/** Sooner than an experiment may have it. */
	private static Run run(Kind kind, Duration lasts, double share) {
		Variant webflux = Variants.webflux();
		Fault fault = new Fault(kind, Duration.ofMillis(200), lasts, share, null, null);
		return new Run(new Variant(webflux.name(), webflux.app(), webflux.properties(), webflux.jvm(), null,
				webflux.latency(), webflux.load(), null, List.of(fault), false), 500, 1, 42);
	}

}
