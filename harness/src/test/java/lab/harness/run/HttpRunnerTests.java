package lab.harness.run;

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
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.Evidence;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Load;
import lab.harness.model.Placement;
import lab.harness.model.RunFailedException;
import lab.harness.model.RunRecord;
import lab.harness.model.Sample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Execution(ExecutionMode.CONCURRENT)
class HttpRunnerTests implements Progress {

	private final List<Phase> phases = Collections.synchronizedList(new ArrayList<>());

	/** What to do as soon as the load has begun. */
	private Runnable whenMeasuring = () -> {
	};

	@TempDir
	private Path folder;

	private FakeProject project;

	private HttpRunner runner;

	@BeforeEach
	void make() throws IOException {
		this.project = FakeProject.make(this.folder.resolve("project"));
		FakeJMeter.install(this.project.root());
		this.runner = new HttpRunner(this.project.launcher(), Placement.SHARED, this, Duration.ofMillis(100));
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
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			RunRecord record = this.runner.measure(evidence(Runs.load()), system);
			assertThat(record.run()).isEqualTo(Runs.of(Runs.webflux()));
			assertThat(record.end()).isNotNull().satisfies((end) -> {
				assertThat(end.jmeterSummary()).isEqualTo(12.5);
				assertThat(end.samplesSkipped()).isZero();
			});
			assertThat(record.commands().generator()).contains("-Jlabel=flux", "-Jport=" + this.project.appPort());
			assertThat(record()).isEqualTo(record);
		}
		for (String file : List.of("load.jtl", "probe.jsonl", "app.log", "backend.log", "jmeter.out", "warm-up.out")) {
			assertThat(this.folder.resolve(file)).isNotEmptyFile();
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.MEASURING, Phase.DRAINING);
	}

	@Test
	void measureWhenTheAppIsNotWarmAfterItsWarmUpShouldWarmItUpAgain() throws IOException, InterruptedException {
		// Each load sends ten requests.
		try (SystemUnderTest system = this.project.start(Runs.webflux("-Dfake.compilesUntil=20"), this.folder)) {
			RunRecord record = this.runner.measure(evidence(Runs.load().withUsers(12)), system);
			assertThat(record.preparation().warmUp()).isEqualTo(Duration.ofSeconds(2));
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.WARMING_UP_AGAIN, Phase.MEASURING,
				Phase.DRAINING);
	}

	@Test
	void measureWhenThereIsNoOptimisingCompilerShouldWarmUpOnce() throws IOException, InterruptedException {
		Evidence evidence = evidence(Runs.load().withUsers(12), "-XX:TieredStopAtLevel=1");
		try (SystemUnderTest system = this.project.start(Runs.webflux("-Dfake.compilesUntil=1000"), this.folder)) {
			assertThat(this.runner.measure(evidence, system).preparation().warmUp()).isEqualTo(Duration.ofSeconds(1));
		}
	}

	@Test
	void measureShouldSampleBeforeAndAfterTheLoad() throws IOException, InterruptedException {
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			this.runner.measure(evidence(Runs.load()), system);
		}
		List<Sample> samples = samples();
		// Ten requests of the warm-up, ten of the load.
		assertThat(samples.getFirst().ledger().requests().received()).isEqualTo(10);
		assertThat(samples.getFirst().processes().generator()).isNull();
		assertThat(samples.getLast().ledger().requests().received()).isEqualTo(20);
		assertThat(samples.getLast().processes().generator()).isNull();
		assertThat(samples.stream().anyMatch((sample) -> sample.processes().generator() != null)).isTrue();
	}

	@Test
	void measureWhenThereIsNoWarmUpShouldStartWithTheLoad() throws IOException, InterruptedException {
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			this.runner.measure(evidence(Runs.load().withTimes(Duration.ZERO, Duration.ofSeconds(4))), system);
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
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> this.runner.measure(evidence(endless()), system))
				.withMessageStartingWith("webflux ended with exit code 4");
		}
		assertThat(record().end()).isNull();
		assertThat(samples()).isNotEmpty();
	}

	@Test
	void measureWhenInterruptedShouldStopTheLoadAndKeepWhatThereIs() throws InterruptedException {
		Thread test = Thread.currentThread();
		this.whenMeasuring = () -> {
			if (Files.exists(this.folder.resolve("load.jtl"))) {
				test.interrupt();
			}
		};
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> this.runner.measure(evidence(endless()), system));
		}
		finally {
			Thread.interrupted();
		}
		assertThat(record().end()).isNull();
		assertThat(this.folder.resolve("load.jtl")).isNotEmptyFile();
		assertThat(generators()).isEmpty();
	}

	@Test
	void measureWhenJMeterFailsShouldShowItsOutput() throws InterruptedException {
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> this.runner.measure(evidence(Runs.load().withUsers(13)), system))
				.withMessageStartingWith("JMeter ended with exit code 1")
				.satisfies((ex) -> assertThat(ex.failure().log()).endsWith("Error in NonGUIDriver"));
		}
	}

	@Test
	void measureWhenArrivalsAreOpenShouldAddWhenEachWasDue() throws IOException, InterruptedException {
		Load open = new Load("/", 500, 1, Duration.ZERO, Duration.ZERO, null, Duration.ofSeconds(5),
				Duration.ofSeconds(1));
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			this.runner.measure(evidence(open), system);
		}
		double first = new ArrivalSchedule(43, 1, Duration.ofSeconds(5)).seconds(1)[0];
		assertThat(this.folder.resolve("load.jtl")).hasContent("timeStamp,elapsed,TESTSTART.MS,intended\n"
				+ "1000900,2,1000000," + (1_000_000 + (long) (first * 1000)) + "\n");
	}

	@Test
	void measureWhenTheRecordCannotBeWrittenShouldStopJMeter() throws IOException, InterruptedException {
		Files.createDirectories(this.folder.resolve("run.json/occupied"));
		try (SystemUnderTest system = this.project.start(Runs.webflux(), this.folder)) {
			assertThatExceptionOfType(RunFailedException.class)
				.isThrownBy(() -> this.runner.measure(evidence(endless()), system))
				.withMessageStartingWith("cannot write into " + this.folder);
		}
		assertThat(generators()).isEmpty();
	}

	@Test
	void runWhenPlanIsMissingShouldStartNothing() throws IOException {
		Files.delete(this.project.root().resolve("jmeter/closed-loop.jmx"));
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> this.runner.run(evidence(Runs.load())))
			.withMessageStartingWith("no plan closed-loop");
		assertThat(this.folder.resolve("backend.log")).doesNotExist();
	}

	/** The commands of those that are still running. */
	private Stream<String> generators() {
		String jtl = this.folder.resolve("load.jtl").toString();
		return ProcessHandle.current()
			.children()
			.flatMap((child) -> child.info().commandLine().stream())
			.filter((command) -> command.contains(jtl));
	}

	private RunRecord record() {
		return DataFile.read(this.folder.resolve("run.json"), RunRecord.class);
	}

	private List<Sample> samples() {
		return DataFile.readLines(this.folder.resolve("probe.jsonl"), Sample.class);
	}

	private static Load endless() {
		return Runs.load().withTimes(Duration.ZERO, Duration.ofSeconds(99));
	}

	private Evidence evidence(Load load, String... jvm) {
		return Runs.in(this.folder, Runs.webflux(load, false, jvm));
	}

}
