package lab.harness.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.experiment.Variant;
import lab.harness.load.FakeJMeter;
import lab.harness.schedule.Run;
import lab.harness.target.FakeProject;
import lab.harness.target.Placement;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;
import lab.harness.target.Variants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MeasurementTests implements Progress {

	private final List<Phase> phases = Collections.synchronizedList(new ArrayList<>());

	/** What to do as soon as the load has begun. */
	private Runnable whenMeasuring = () -> {
	};

	@TempDir
	private Path folder;

	private FakeProject project;

	private Measurement measurement;

	@BeforeEach
	void make() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
		FakeJMeter.install(this.project.root());
		this.measurement = new Measurement(this.project.root(), this.project.launcher(), Placement.SHARED, this);
	}

	@Override
	public void phase(Phase phase, Duration expected) {
		this.phases.add(phase);
	}

	@Override
	public void rate(double requestsPerSecond) {
		this.whenMeasuring.run();
	}

	@Test
	void measureShouldLeaveEveryFileAndSayWhatTheRunWas() throws IOException, InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			RunRecord record = this.measurement.measure(run(Variants.load(), 3), this.folder, target);
			assertThat(record.complete()).isTrue();
			assertThat(record.variant()).isEqualTo("flux");
			assertThat(record.seed()).isEqualTo(43);
			assertThat(record.jmeterSummary()).isEqualTo(12.5);
			assertThat(record.probeSkipped()).isZero();
			assertThat(record.commands().generator()).contains("-Jlabel=flux", "-Jport=" + this.project.appPort());
			assertThat(RunRecord.read(this.folder)).isEqualTo(record);
		}
		for (String file : List.of("load.jtl", "probe.jsonl", "app.log", "backend.log", "jmeter.out", "warm-up.out")) {
			assertThat(this.folder.resolve(file)).isNotEmptyFile();
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.MEASURING, Phase.DRAINING);
	}

	@Test
	void measureWhenTheAppIsNotWarmAfterItsWarmUpShouldWarmItUpAgain() throws IOException, InterruptedException {
		Load load = Variants.load().withTimes(Duration.ofSeconds(3), Duration.ofSeconds(1));
		try (Target target = this.project.start(Variants.webflux("-Dfake.compiles=true"), this.folder)) {
			RunRecord record = this.measurement.measure(run(load, 3), this.folder, target);
			assertThat(record.warmUpMillis()).isEqualTo(6000);
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.WARMING_UP_AGAIN, Phase.MEASURING,
				Phase.DRAINING);
	}

	@Test
	void measureWhenThereIsNoOptimisingCompilerShouldWarmUpOnce() throws IOException, InterruptedException {
		Load load = Variants.load().withTimes(Duration.ofSeconds(3), Duration.ofSeconds(1));
		Run run = run(load, 3, "-XX:TieredStopAtLevel=1");
		try (Target target = this.project.start(Variants.webflux("-Dfake.compiles=true"), this.folder)) {
			assertThat(this.measurement.measure(run, this.folder, target).warmUpMillis()).isEqualTo(3000);
		}
	}

	@Test
	void measureShouldSampleBeforeAndAfterTheLoad() throws IOException, InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			this.measurement.measure(run(Variants.load(), 3), this.folder, target);
		}
		List<Sample> samples = ProbeFile.read(this.folder.resolve(Probe.FILE)).samples();
		// Ten requests of the warm-up, ten of the load.
		assertThat(samples.getFirst().ledger().received()).isEqualTo(10);
		assertThat(samples.getFirst().generator()).isNull();
		assertThat(samples.getLast().ledger().received()).isEqualTo(20);
		assertThat(samples.getLast().generator()).isNull();
		assertThat(samples.stream().anyMatch((sample) -> sample.generator() != null)).isTrue();
	}

	@Test
	void measureWhenThereIsNoWarmUpShouldStartWithTheLoad() throws IOException, InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			this.measurement.measure(run(Variants.load().withTimes(Duration.ZERO, Duration.ofSeconds(1)), 3),
					this.folder, target);
		}
		assertThat(this.folder.resolve("warm-up.out")).doesNotExist();
		assertThat(this.phases).startsWith(Phase.MEASURING);
	}

	@Test
	void measureWhenAppDiesShouldFailAndKeepWhatThereIs() throws InterruptedException {
		this.whenMeasuring = () -> HttpClient.newHttpClient()
			.sendAsync(
					HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + (this.project.appPort() + 1000) + "/exit"))
						.build(),
					BodyHandlers.discarding());
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> this.measurement.measure(run(endless(), 3), this.folder, target))
				.withMessageStartingWith("webflux ended with exit code 4");
		}
		assertThat(record().complete()).isFalse();
		assertThat(ProbeFile.read(this.folder.resolve(Probe.FILE)).samples()).isNotEmpty();
	}

	@Test
	void measureWhenInterruptedShouldStopTheLoadAndKeepWhatThereIs() throws InterruptedException {
		Thread test = Thread.currentThread();
		this.whenMeasuring = () -> {
			if (Files.exists(this.folder.resolve("load.jtl"))) {
				test.interrupt();
			}
		};
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> this.measurement.measure(run(endless(), 3), this.folder, target));
		}
		finally {
			Thread.interrupted();
		}
		assertThat(record().complete()).isFalse();
		assertThat(record().jmeterSummary()).isNull();
		assertThat(this.folder.resolve("load.jtl")).isNotEmptyFile();
		String jtl = this.folder.resolve("load.jtl").toString();
		assertThat(ProcessHandle.current()
			.children()
			.flatMap((child) -> child.info().commandLine().stream())
			.filter((command) -> command.contains(jtl))).isEmpty();
	}

	@Test
	void measureWhenJMeterFailsShouldShowItsOutput() throws InterruptedException {
		try (Target target = this.project.start(Variants.webflux(), this.folder)) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> this.measurement.measure(run(Variants.load(), 13), this.folder, target))
				.withMessageStartingWith("JMeter ended with exit code 1")
				.satisfies((ex) -> assertThat(ex.logTail()).endsWith("Error in NonGUIDriver"));
		}
	}

	@Test
	void runWhenPlanIsMissingShouldStartNothing() throws IOException {
		Files.delete(this.project.root().resolve("jmeter/closed-loop.jmx"));
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> this.measurement.run(run(Variants.load(), 3), this.folder.resolve("run")))
			.withMessageStartingWith("no plan closed-loop");
		assertThat(this.folder.resolve("run")).doesNotExist();
	}

	@Test
	void runWhenFolderCannotBeMadeShouldSaySo() throws IOException {
		Path file = Files.createFile(this.folder.resolve("file"));
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> this.measurement.run(run(Variants.load(), 3), file.resolve("run")))
			.withMessageStartingWith("cannot make the folder " + file.resolve("run"));
	}

	private RunRecord record() {
		return RunRecord.read(this.folder);
	}

	private static Load endless() {
		return Variants.load().withTimes(Duration.ZERO, Duration.ofSeconds(99));
	}

	private static Run run(Load load, int users, String... jvm) {
		Variant webflux = Variants.webflux(jvm);
		return new Run(new Variant(webflux.name(), webflux.app(), webflux.properties(), webflux.jvm(), null,
				webflux.latency(), load, null), users, 1, 43);
	}

}
