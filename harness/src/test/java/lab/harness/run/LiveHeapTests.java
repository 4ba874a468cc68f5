package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Evidence;
import lab.harness.run.process.ChildProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(SharedSystem.class)
class LiveHeapTests {

	@TempDir
	private Path folder;

	@Test
	void bytesShouldBeWhatIsLeftWhenGarbageIsCollected() {
		Path log = this.folder.resolve("child.log");
		try (ChildProcess process = ChildProcess.start("child", ChildProgram.command("heap"), this.folder, log)) {
			await().until(() -> says(log, "waiting"));
			// It holds 8 MiB, and has dropped as much.
			assertThat(LiveHeap.bytes(process)).isBetween(8L << 20, 12L << 20);
		}
	}

	@Test
	void bytesWhenItIsNoJavaShouldBeUnknown() {
		try (ChildProcess process = ChildProcess.start("sleep", List.of("sleep", "60"), this.folder,
				this.folder.resolve("log"))) {
			assertThat(LiveHeap.bytes(process)).isNull();
		}
	}

	@Test
	void histogramUnderLoadWhenHalfOfTheLoadIsOverShouldCountTheLiveHeap(RunningSystem system) throws Exception {
		Evidence evidence = evidence(Runs.webflux());
		BackgroundTask histogram = LiveHeap.histogramUnderLoad(evidence, system);
		assertThat(evidence.histogram()).doesNotExist();
		try (HttpClient client = HttpClient.newHttpClient()) {
			client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + system.app().port() + "/")).build(),
					BodyHandlers.discarding());
		}
		await().untilAsserted(
				() -> assertThat(evidence.histogram()).content().contains("java.lang.String").contains("Total"));
		histogram.end();
		histogram.check();
	}

	@Test
	void histogramUnderLoadWhenThereIsNoLoadShouldEndWithoutOne(RunningSystem system) {
		Evidence evidence = evidence(Runs.webflux());
		LiveHeap.histogramUnderLoad(evidence, system).end();
		assertThat(evidence.histogram()).doesNotExist();
	}

	private Evidence evidence(Service service) {
		Run run = Runs.of(service);
		return new Evidence(
				new Run(new Variant("flux", service, run.variant().axis(), null, true, false), run.point(), 1, 43),
				this.folder);
	}

	private static boolean says(Path log, String word) throws IOException {
		return Files.readString(log).contains(word);
	}

}
