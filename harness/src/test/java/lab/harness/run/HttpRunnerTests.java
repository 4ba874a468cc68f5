package lab.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Request;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Execution(ExecutionMode.CONCURRENT)
class HttpRunnerTests implements Progress {

	private final List<Phase> phases = Collections.synchronizedList(new ArrayList<>());

	private final List<String> said = new ArrayList<>();

	/** Called as soon as the load has begun. */
	private Runnable whenMeasuring = () -> {
	};

	/** Two tests at once would be given the same ports. */
	private static final String GIVEN_PORTS = "given ports";

	private boolean isTimeLeft = true;

	@TempDir
	private static Path sharedFolder;

	private static FakeProject project;

	/** For the tests that neither count its requests nor end it. */
	private static RunningSystem shared;

	@TempDir
	private Path folder;

	private HttpRunner runner;

	@BeforeAll
	static void startShared() throws IOException, InterruptedException {
		project = FakeProject.make(sharedFolder.resolve("project"));
		FakeJMeter.install(project.root());
		shared = project.start(Runs.webflux(), sharedFolder);
	}

	@AfterAll
	static void stopShared() {
		shared.close();
	}

	@BeforeEach
	void make() {
		this.runner = new HttpRunner(project.launcher(), Placement.SHARED, this, Duration.ofMillis(100));
	}

	@Override
	public void phase(Phase phase, Duration expected) {
		this.phases.add(phase);
	}

	@Override
	public void say(String line) {
		this.said.add(line);
	}

	@Override
	public void answers(long atMillis, long completed) {
		this.whenMeasuring.run();
	}

	@Test
	void measureShouldLeaveEveryFileAndSayWhatTheRunWas() throws IOException, InterruptedException {
		try (RunningSystem system = start()) {
			RunRecord record = measure(evidence(Runs.load()), system);
			assertThat(record.run()).isEqualTo(Runs.of(Runs.webflux()));
			assertThat(record.end()).isNotNull().satisfies((end) -> {
				assertThat(end.jmeterSummary()).isEqualTo(12.5);
				assertThat(end.samplesSkipped()).isZero();
			});
			assertThat(record.commands().generator()).contains("-Jlabel=flux", "-Jport=" + system.app().port());
			assertThat(record()).isEqualTo(record);
		}
		for (String file : List.of("load.jtl", "probe.jsonl", "app.log", "backend.log", "jmeter.out", "warm-up.out")) {
			assertThat(this.folder.resolve(file)).isNotEmptyFile();
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.MEASURING, Phase.DRAINING);
	}

	@Test
	void measureWhenTheAppIsNotWarmAfterItsWarmUpShouldWarmItUpAgain() throws IOException, InterruptedException {
		// Each load sends ten requests, so the compilers are done when the second begins.
		try (RunningSystem system = start("-Dfake.compilesUntil=11")) {
			RunRecord record = measure(evidence(Runs.load(7, 1, 4)), system);
			assertThat(record.preparation().warmUp()).isEqualTo(Duration.ofSeconds(2));
		}
		assertThat(this.phases).containsExactly(Phase.WARMING_UP, Phase.WARMING_UP_AGAIN, Phase.MEASURING,
				Phase.DRAINING);
	}

	@Test
	void measureWhenThereIsNoTimeForAnotherWarmUpShouldMeasureAsItIs() throws IOException, InterruptedException {
		this.isTimeLeft = false;
		try (RunningSystem system = start("-Dfake.compilesUntil=1000")) {
			assertThat(measure(evidence(Runs.load(7, 1, 4)), system).preparation().warmUp())
				.isEqualTo(Duration.ofSeconds(1));
		}
	}

	@Test
	void measureWhenTheWarmUpHasBurstsShouldLoadOnceForEach() throws IOException, InterruptedException {
		Load load = new Load(Request.get("/"), 3, null, Duration.ZERO,
				new Load.WarmUp(Duration.ofSeconds(2), null, 2, null), Duration.ofSeconds(4), Duration.ofSeconds(1));
		try (RunningSystem system = start()) {
			RunRecord record = measure(evidence(load), system);
			assertThat(record.preparation().warmUp()).isEqualTo(Duration.ofSeconds(2));
		}
		// Ten requests of each burst.
		assertThat(samples().getFirst().ledger().requests().received()).isEqualTo(20);
	}

	@Test
	void measureWhenThereIsNoOptimisingCompilerShouldWarmUpTwiceAtMost() throws IOException, InterruptedException {
		Evidence evidence = evidence(Runs.load(7, 1, 4), "-XX:TieredStopAtLevel=1");
		try (RunningSystem system = start("-Dfake.compilesUntil=1000")) {
			assertThat(measure(evidence, system).preparation().warmUp()).isEqualTo(Duration.ofSeconds(2));
		}
	}

	@Test
	void measureShouldSampleBeforeAndAfterTheLoad() throws IOException, InterruptedException {
		this.whenMeasuring = () -> {
			if (this.phases.contains(Phase.MEASURING)) {
				end(this.folder.resolve("load.jtl.end"));
			}
		};
		try (RunningSystem system = start()) {
			measure(evidence(Runs.load(11, 1, 4)), system);
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
		measure(evidence(Runs.load(3, 0, 4)), shared);
		assertThat(this.folder.resolve("warm-up.out")).doesNotExist();
		assertThat(this.phases).startsWith(Phase.MEASURING);
	}

	@Test
	void measureWhenAppDiesShouldFailAndKeepWhatThereIs() throws IOException, InterruptedException {
		try (RunningSystem system = start()) {
			URI exit = URI.create("http://127.0.0.1:" + system.app().management().port() + "/exit");
			this.whenMeasuring = () -> {
				// If the app ended before JMeter's last request, JMeter would fail too.
				if (Files.exists(this.folder.resolve("load.jtl"))) {
					HttpClient.newHttpClient()
						.sendAsync(HttpRequest.newBuilder(exit).build(), BodyHandlers.discarding());
				}
			};
			assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> measure(evidence(endless()), system))
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
		try {
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> measure(evidence(endless()), shared));
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
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> measure(evidence(Runs.load(13, 1, 4)), shared))
			.withMessageStartingWith("JMeter ended with exit code 1")
			.satisfies((ex) -> assertThat(ex.failure().log()).endsWith("Error in NonGUIDriver"));
	}

	@Test
	void measureWhenArrivalsAreOpenShouldAddWhenEachWasDue() throws IOException, InterruptedException {
		Load open = new Load(Request.get("/"), 500, 1, Duration.ZERO, Load.WarmUp.of(Duration.ZERO),
				Duration.ofSeconds(5), Duration.ofSeconds(1));
		measure(evidence(open), shared);
		double first = new ArrivalSchedule(43, 1, Duration.ofSeconds(5)).seconds(1)[0];
		assertThat(this.folder.resolve("load.jtl")).hasContent("timeStamp,elapsed,TESTSTART.MS,intended\n"
				+ "1000900,2,1000000," + (1_000_000 + (long) (first * 1000)) + "\n");
	}

	@Test
	void measureWhenTheRecordCannotBeWrittenShouldStopJMeter() throws IOException, InterruptedException {
		Files.createDirectories(this.folder.resolve("run.json/occupied"));
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> measure(evidence(endless()), shared))
			.withMessageStartingWith("cannot write into " + this.folder);
		assertThat(generators()).isEmpty();
	}

	@Test
	@ResourceLock(GIVEN_PORTS)
	void runWhenThereAreSeveralShouldWarmUpEachAloneAndLoadThemTogether() throws InterruptedException, IOException {
		List<Evidence> group = List.of(together("a", Point.NONE, Runs.load(7, 1, 4)),
				together("b", Point.NONE, Runs.load(7, 1, 4)));
		this.runner.run(group, false, (extra) -> true);
		assertThat(this.phases).containsExactly(Phase.STARTING, Phase.WARMING_UP, Phase.WARMING_UP, Phase.MEASURING,
				Phase.STOPPING);
		List<String> ports = new ArrayList<>();
		for (Evidence evidence : group) {
			RunRecord record = DataFile.read(evidence.record(), RunRecord.class);
			assertThat(record.end()).isNotNull();
			ports.addAll(Stream.concat(record.commands().app().stream(), record.commands().backend().stream())
				.filter((word) -> word.startsWith("--server.port="))
				.toList());
			List<Sample> samples = DataFile.readLines(evidence.probe(), Sample.class);
			assertThat(samples.getLast().ledger().requests().received()).isEqualTo(20);
			assertThat(samples.getLast().processes().together()).isPositive();
		}
		assertThat(ports).hasSize(4).doesNotHaveDuplicates();
	}

	@Test
	@ResourceLock(GIVEN_PORTS)
	void runWhenThereAreSeveralPointsShouldMeasureThemInTheSameWarmJvms() throws InterruptedException, IOException {
		List<Evidence> group = new ArrayList<>();
		for (int users : List.of(7, 8)) {
			for (String name : List.of("a", "b")) {
				group.add(together(name, new Point(Axis.USERS, users), Runs.load(users, 1, 4)));
			}
		}
		this.runner.run(group, false, (extra) -> true);
		assertThat(this.phases).containsExactly(Phase.STARTING, Phase.WARMING_UP, Phase.WARMING_UP, Phase.MEASURING,
				Phase.MEASURING, Phase.STOPPING);
		for (int i = 0; i < 2; i++) {
			RunRecord before = DataFile.read(group.get(i).record(), RunRecord.class);
			RunRecord after = DataFile.read(group.get(2 + i).record(), RunRecord.class);
			assertThat(after.commands().app()).isEqualTo(before.commands().app());
			assertThat(after.commands().generator()).contains("-Jusers=8");
			Sample last = DataFile.readLines(group.get(i).probe(), Sample.class).getLast();
			Sample next = DataFile.readLines(group.get(2 + i).probe(), Sample.class).getFirst();
			assertThat(next.ledger().requests().received()).as("the requests of the first point")
				.isPositive()
				.isEqualTo(last.ledger().requests().received());
		}
	}

	@Test
	@ResourceLock(GIVEN_PORTS)
	void runWhenOneOfSeveralFailsShouldStopAll() throws IOException {
		List<Evidence> group = List.of(together("a", Point.NONE, endless()),
				together("b", Point.NONE, Runs.load(13, 0, 4)));
		assertThatExceptionOfType(RunFailedException.class)
			.isThrownBy(() -> this.runner.run(group, false, (extra) -> true))
			.withMessageStartingWith("JMeter ended with exit code 1");
		String folder = this.folder.toString();
		assertThat(ProcessHandle.current()
			.children()
			.flatMap((child) -> child.info().commandLine().stream())
			.filter((command) -> command.contains(folder))).isEmpty();
	}

	@Test
	@ResourceLock(GIVEN_PORTS)
	void runIfThereIsRoomShouldTryWarmServicesAndMeasureOnlyThen() throws IOException, InterruptedException {
		List<Evidence> group = List.of(together("a", Point.NONE, Runs.load(17, 1, 4)),
				together("b", Point.NONE, Runs.load(17, 1, 4)));
		boolean room = this.runner.run(group, true, (extra) -> true);
		assertThat(this.phases).startsWith(Phase.STARTING, Phase.WARMING_UP, Phase.WARMING_UP, Phase.TRYING);
		assertThat(this.phases.contains(Phase.MEASURING)).isEqualTo(room);
		assertThat(group).allSatisfy((one) -> assertThat(Files.exists(one.record())).isEqualTo(room));
	}

	@Test
	void hasRoomShouldLoadWithTheDelaysOfTheLoadAndStopJMeter() throws IOException, InterruptedException {
		try (RunningSystem system = start()) {
			system.seed("fixed 1ms", 1);
			Evidence evidence = evidence(Runs.load(17, 1, 4));
			List<HttpRunner.Started> started = List.of(new HttpRunner.Started(evidence, system, 0));
			Trial trial = new Trial(new JMeter(project.launcher(), Placement.SHARED.generator()), this,
					Duration.ofMillis(100));
			assertThat(trial.hasRoom(started, 1)).isTrue();
			assertThat(Management.await(system.knownBackend().management().read("backend", Map.class)))
				.containsEntry("latency", evidence.run().variant().service().latency().text());
			assertThat(trial.hasRoom(started, -1)).isFalse();
			// The first sends 17 and the second three, and a slow machine stops both
			// earlier.
			assertThat(system.ledger().requests().received()).isBetween(1L, 20L);
		}
		assertThat(this.said).hasSize(2)
			.first()
			.asString()
			.matches("warm, they use \\d+ % of the processors' time together, so they run at the same time");
		assertThat(this.said.getLast()).endsWith("so they run one after the other");
		assertThat(generators()).isEmpty();
	}

	@Test
	void runWhenPlanIsMissingShouldStartNothing() throws IOException {
		FakeProject withoutPlan = FakeProject.make(this.folder.resolve("project"));
		HttpRunner runner = new HttpRunner(withoutPlan.launcher(), Placement.SHARED, this, Probe.PERIOD);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> runner.run(List.of(evidence(Runs.load())), false, (extra) -> true))
			.withMessageStartingWith("no plan closed-loop");
		assertThat(this.folder.resolve("backend.log")).doesNotExist();
	}

	private RunRecord measure(Evidence evidence, RunningSystem system) throws InterruptedException {
		return this.runner
			.measure(this.runner.warmUp(List.of(new HttpRunner.Started(evidence, system, 0)),
					(extra) -> this.isTimeLeft))
			.getFirst();
	}

	/** Lets JMeter end. */
	private static void end(Path file) {
		try {
			Files.writeString(file, "");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Evidence together(String name, Point point, Load load) throws IOException {
		return new Evidence(Runs.of(name, Runs.webflux(load, false), point),
				Files.createDirectories(this.folder.resolve(name + point.text())));
	}

	/** Starts a system for one test. */
	/**
	 * Starts the fakes in the interpreter: they have no compilers, whose time is then
	 * what their ledger says.
	 */
	private RunningSystem start(String... jvm) throws IOException, InterruptedException {
		String[] interpreted = Stream.concat(Stream.of("-Xint"), Stream.of(jvm)).toArray(String[]::new);
		return FakeProject.make(this.folder.resolve("project")).start(Runs.webflux(interpreted), this.folder);
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
		return Runs.load(3, 0, 99);
	}

	private Evidence evidence(Load load, String... jvm) {
		return Runs.in(this.folder, Runs.webflux(load, false, jvm));
	}

}
