package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import lab.harness.model.Evidence;
import lab.harness.model.Run;
import lab.harness.model.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(SharedSystem.class)
class HistogramUnderLoadTests {

	private static final long HALF_OF_THE_LOAD = Duration.ofSeconds(2).toNanos();

	private final AtomicLong clock = new AtomicLong();

	@TempDir
	private Path folder;

	private final SystemUnderTest system;

	HistogramUnderLoadTests(SystemUnderTest system) {
		this.system = system;
	}

	@Test
	void takeIfDueWhenHalfOfTheLoadIsOverShouldCountTheLiveHeap() throws IOException, InterruptedException {
		Evidence evidence = evidence(true);
		HistogramUnderLoad histogram = new HistogramUnderLoad(evidence, this.system, this.clock::get);
		this.clock.addAndGet(HALF_OF_THE_LOAD);
		histogram.takeIfDue();
		request();
		histogram.takeIfDue();
		this.clock.addAndGet(HALF_OF_THE_LOAD - 1);
		histogram.takeIfDue();
		assertThat(evidence.histogram()).doesNotExist();
		this.clock.addAndGet(1);
		histogram.takeIfDue();
		assertThat(evidence.histogram()).content().contains("java.lang.String").contains("Total");
	}

	@Test
	void takeIfDueWhenTheVariantDoesNotAskShouldDoNothing() throws IOException, InterruptedException {
		Evidence evidence = evidence(false);
		HistogramUnderLoad histogram = new HistogramUnderLoad(evidence, this.system, this.clock::get);
		request();
		histogram.takeIfDue();
		this.clock.addAndGet(HALF_OF_THE_LOAD);
		histogram.takeIfDue();
		assertThat(evidence.histogram()).doesNotExist();
	}

	private void request() throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			client.send(
					HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.system.app().port() + "/")).build(),
					BodyHandlers.discarding());
		}
	}

	private Evidence evidence(boolean histogram) {
		Run run = Runs.of(Runs.webflux());
		Variant variant = run.variant();
		return new Evidence(new Run(new Variant(variant.name(), variant.subject(), variant.axis(), null, histogram),
				run.point(), run.round(), run.seed()), this.folder);
	}

}
