package lab.harness.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletionException;

import lab.harness.model.DataFile;
import lab.harness.model.result.Knowledge;
import lab.harness.model.result.Sample;
import lab.harness.run.process.ChildProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@ExtendWith(SharedSystem.class)
class ProbeTests {

	private static final Duration PERIOD = Duration.ofMillis(100);

	private final List<Sample> heard = Collections.synchronizedList(new ArrayList<>());

	@TempDir
	private Path folder;

	private final RunningSystem system;

	private final ServiceSampler sampler;

	ProbeTests(RunningSystem system) {
		this.system = system;
		this.sampler = new ServiceSampler(system, new HashMap<>());
	}

	@Test
	void sampleShouldBeWrittenAtOnceAndPassedOn() throws IOException {
		try (Probe probe = probe()) {
			long before = System.currentTimeMillis();
			Sample sample = probe.sample().orElseThrow();
			assertThat(sample.at()).isBetween(before, System.currentTimeMillis());
			assertThat(sample.app().rssBytes()).isPositive();
			assertThat(sample.processes().backend()).isNotNull()
				.satisfies((backend) -> assertThat(backend.threads()).isPositive());
			assertThat(sample.processes().generator()).isNull();
			assertThat(sample.machine().idleMillis()).isPositive();
			assertThat(sample.counters().requests().received()).isEqualTo(7);
			assertThat(this.heard).containsExactly(sample);
			assertThat(DataFile.readLines(file(), Sample.class)).containsExactly(sample);
		}
	}

	@Test
	void sampleWhenThereIsLoadShouldHoldTheGenerator() throws IOException {
		try (Probe probe = probe()) {
			this.sampler.generator(this.system.knownBackend().process());
			Sample sample = probe.sample().orElseThrow();
			assertThat(sample.processes().generator()).isNotNull();
			this.sampler.generator(null);
			assertThat(probe.sample().orElseThrow().processes().generator()).isNull();
		}
	}

	@Test
	void checkWhenSamplingBrokeOffShouldSayWhy() throws IOException {
		try (Probe probe = new Probe(new ServiceSampler(this.system, new HashMap<>()), file(), (sample) -> {
			throw new IllegalStateException("no more");
		}, PERIOD)) {
			probe.start();
			await().untilAsserted(() -> assertThatExceptionOfType(CompletionException.class).isThrownBy(probe::check)
				.havingCause()
				.withMessage("no more"));
		}
	}

	@Test
	void sampleWhenTheAppIsGoneShouldBeLeftOutAndCounted() throws IOException {
		RunningService app = this.system.app();
		ChildProcess gone = ChildProcess.start("app", ChildProgram.command("talk", "1", "0"), this.folder,
				this.folder.resolve("app.log"));
		gone.exit().join();
		RunningSystem half = new RunningSystem(new RunningService(gone, app.port(), app.management()),
				this.system.knownBackend(), this.system.counters(), Knowledge.NONE, RunningSystem.FEW_USERS);
		try (Probe probe = new Probe(new ServiceSampler(half, new HashMap<>()), file(), this.heard::add, PERIOD)) {
			assertThat(probe.sample()).isEmpty();
			assertThat(probe.skipped()).isEqualTo(1);
			assertThat(DataFile.readLines(file(), Sample.class)).isEmpty();
		}
	}

	@Test
	void sampleWhenManagementIsSilentShouldKeepWhatWasHeardLast() throws IOException, InterruptedException {
		try (Probe probe = probe()) {
			Sample before = probe.sample().orElseThrow();
			mute();
			Sample after;
			try {
				after = probe.sample().orElseThrow();
			}
			finally {
				mute();
			}
			assertThat(before.fresh()).isTrue();
			assertThat(after.fresh()).isFalse();
			assertThat(after.ledger()).isEqualTo(before.ledger());
			assertThat(after.app().threads()).isPositive();
			assertThat(probe.skipped()).isZero();
		}
	}

	@Test
	void startShouldSampleUntilItEnds() throws IOException {
		try (Probe probe = probe()) {
			probe.start();
			await().until(() -> this.heard.size() >= 2);
			probe.end();
			assertThat(DataFile.readLines(file(), Sample.class)).hasSize(this.heard.size());
			probe.check();
		}
	}

	@Test
	void untilNextShouldKeepTheCadenceAndSkipWhatADelaySwallowed() {
		long second = 1_000_000_000;
		assertThat(Probe.untilNext(30_000_000, Probe.PERIOD)).isEqualTo(970_000_000);
		assertThat(Probe.untilNext(3 * second + 30_000_000, Probe.PERIOD)).isEqualTo(970_000_000);
		assertThat(Probe.untilNext(2 * second, Probe.PERIOD)).isEqualTo(second);
	}

	/** Makes the ledger of the app fail, or work again. */
	private void mute() throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			client.send(HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:" + this.system.app().management().port() + "/mute"))
				.build(), HttpResponse.BodyHandlers.discarding());
		}
	}

	private Probe probe() throws IOException {
		return new Probe(this.sampler, file(), this.heard::add, PERIOD);
	}

	private Path file() {
		return this.folder.resolve("probe.jsonl");
	}

}
