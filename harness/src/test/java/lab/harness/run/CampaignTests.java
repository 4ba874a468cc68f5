package lab.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Counts;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Series;
import lab.harness.model.result.Software;
import lab.harness.run.Launcher.Installation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Campaign}.
 */
class CampaignTests implements Progress, Runner {

	private static final Check SOUND = Check.equal(CheckKind.LEDGER_SENT, 0, 0);

	private static final Check BUSY = Check.atLeast(CheckKind.MACHINE_IDLE, 0.01, 0.05);

	private static final Check STOLEN = Check.atMost(CheckKind.MACHINE_STEAL, 0.2, 0.01);

	private static final Check UNSTEADY = Check.within(CheckKind.STEADY, 1.1, 0.98, 1.02);

	private final List<String> said = new ArrayList<>();

	private final List<String> ran = new ArrayList<>();

	private final List<String> numbers = new ArrayList<>();

	/** Returns the failure of a run, or null. */
	private Function<Evidence, @Nullable RuntimeException> failing = (evidence) -> null;

	@TempDir
	private Path folder;

	@AfterEach
	void clearInterrupt() {
		Thread.interrupted();
	}

	@Override
	public void say(String line) {
		this.said.add(line);
	}

	@Override
	public void run(Run run, int number) {
		this.numbers.add(number + " " + run.id());
	}

	@Override
	public void repeated(Run run) {
		this.numbers.add("repeat " + run.id());
	}

	@Override
	public void requireStartable(Run run) {
	}

	@Override
	public List<Installation> installations(Run run) {
		return List.of();
	}

	@Override
	public void run(Evidence evidence) throws InterruptedException {
		this.ran.add(evidence.run().id());
		RuntimeException failure = this.failing.apply(evidence);
		if (failure != null) {
			throw failure;
		}
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
	}

	/** A variant with a wrong JVM flag came first, and the sound one was never run. */
	@Test
	void runWhenOneFailsShouldRecordWhyAndGoOn() throws Exception {
		Run broken = run("broken");
		this.failing = (evidence) -> evidence.run().equals(broken)
				? new RunFailedException("webflux ended with exit code 1", List.of("Unrecognized VM option")) : null;
		campaign(2, broken, run("sound")).run(this.folder, (evidence) -> outcome(evidence, SOUND));
		assertThat(this.ran).containsExactly("broken-3-r1", "sound-3-r1");
		assertThat(record("broken-3-r1").failure())
			.isEqualTo(new Failure("webflux ended with exit code 1", List.of("Unrecognized VM option")));
		assertThat(record("broken-3-r1").run()).isEqualTo(broken);
		assertThat(this.said).containsExactly("FAILED: webflux ended with exit code 1",
				"996.0 req/s, 99.68 % of the ceiling, all 1 checks passed");
	}

	@Test
	void runWhenItFailsInTheMiddleShouldKeepWhatWasRecorded() throws Exception {
		this.failing = (evidence) -> {
			RunRecord begun = RunRecord.failed(evidence.run(), new Failure("", List.of()));
			write(evidence.record(), new RunRecord(begun.run(), begun.startedAt(), begun.knowledge(), begun.placement(),
					begun.preparation(), new RunRecord.Commands(List.of("java"), List.of(), List.of()), null, null));
			return new RunFailedException("JMeter had not ended after 85 s");
		};
		campaign(2, run("a")).run(this.folder, (evidence) -> outcome(evidence, SOUND));
		assertThat(record("a-3-r1").commands().app()).containsExactly("java");
		assertThat(reason("a-3-r1")).isEqualTo("JMeter had not ended after 85 s");
	}

	@Test
	void runWhenAPortIsTakenMeanwhileShouldGoOn() throws Exception {
		this.failing = (evidence) -> this.ran.size() == 1 ? new InvalidInputException("port 8000 is in use") : null;
		campaign(2, run("a"), run("b")).run(this.folder, (evidence) -> outcome(evidence, SOUND));
		assertThat(this.ran).hasSize(2);
		assertThat(reason("a-3-r1")).isEqualTo("port 8000 is in use");
	}

	@Test
	void runWhenTheHarnessHasABugShouldGoOn() throws Exception {
		this.failing = (evidence) -> this.ran.size() == 1 ? new IllegalStateException("what?") : null;
		campaign(2, run("a"), run("b")).run(this.folder, (evidence) -> outcome(evidence, SOUND));
		assertThat(this.ran).hasSize(2);
		assertThat(this.folder.resolve("raw/a-3-r1")).isDirectoryContaining("glob:**/bug-*.log");
		assertThat(reason("a-3-r1"))
			.startsWith("this is a bug, please report it with " + this.folder.resolve("raw/a-3-r1/bug-"))
			.endsWith(".log: java.lang.IllegalStateException: what?");
	}

	@Test
	void runWhenItCannotBeAnalysedShouldSaySoAndGoOn() throws Exception {
		campaign(2, run("a"), run("b")).run(this.folder,
				(evidence) -> Outcome.failed(evidence.run(), new Failure("fewer than three samples", List.of())));
		assertThat(this.ran).containsExactly("a-3-r1", "b-3-r1");
		assertThat(this.said).containsExactly("FAILED: fewer than three samples", "FAILED: fewer than three samples");
	}

	@Test
	void runWhenItFailsBecauseOfCtrlCShouldNotBeAFailure() {
		this.failing = (evidence) -> {
			// The signal reaches the services first.
			Thread.currentThread().interrupt();
			return new RunFailedException("GET failed");
		};
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> campaign(2, run("a"), run("b")).run(this.folder, (evidence) -> outcome(evidence, SOUND)));
		assertThat(this.ran).hasSize(1);
		assertThat(this.folder.resolve("raw/a-3-r1/run.json")).doesNotExist();
	}

	@Test
	void runWhenDisturbedShouldSetTheTryAsideAndRepeatItLast() throws Exception {
		AtomicInteger judged = new AtomicInteger();
		campaign(2, run("a"), run("b")).run(this.folder,
				(evidence) -> outcome(evidence, (judged.getAndIncrement() == 0) ? BUSY : SOUND));
		assertThat(this.numbers).containsExactly("1 a-3-r1", "repeat a-3-r1", "2 b-3-r1", "3 a-3-r1");
		assertThat(this.folder.resolve("raw/a-3-r1-disturbed-1")).isDirectory();
		assertThat(this.said.getFirst()).isEqualTo("996.0 req/s, 99.68 % of the ceiling, FAILED machine-idle; "
				+ "other programs disturbed it, so it is repeated at the end");
	}

	/** Repeated, it would fill the processors again. */
	@Test
	void runWhenItsOwnLoadFillsTheProcessorsShouldSayWhatToDoAndNotRepeatIt() throws Exception {
		campaign(2, run("a")).run(this.folder, (evidence) -> outcome(evidence, BUSY.blaming(CheckKind.Blame.LOAD)));
		assertThat(this.ran).containsExactly("a-3-r1");
		assertThat(this.said).containsExactly("996.0 req/s, 99.68 % of the ceiling, FAILED machine-idle; "
				+ "its own load fills the processors: use fewer users, a machine with more cores, "
				+ "or 'cores: apart' in the experiment file");
	}

	@Test
	void runWhenAModelCouldBeToBlameShouldNotRepeatIt() throws Exception {
		campaign(2, run("a")).run(this.folder, (evidence) -> outcome(evidence, UNSTEADY));
		campaign(2, run("b")).run(this.folder, (evidence) -> outcome(evidence, BUSY, UNSTEADY));
		assertThat(this.ran).containsExactly("a-3-r1", "b-3-r1");
	}

	@Test
	void runWhenItIsDisturbedAgainAndAgainShouldStopAfterTheRepeats() throws Exception {
		campaign(2, run("a"), run("b")).run(this.folder,
				(evidence) -> outcome(evidence, evidence.run().id().startsWith("a") ? BUSY : SOUND));
		assertThat(this.ran).containsExactly("a-3-r1", "b-3-r1", "a-3-r1", "a-3-r1");
	}

	@Test
	void runWhenTimeIsStolenShouldTakeTheRepeatsOfAllRuns() throws Exception {
		campaign(2, run("a"), run("b")).run(this.folder,
				(evidence) -> outcome(evidence, evidence.run().id().startsWith("a") ? STOLEN : SOUND));
		// Two for each of two runs.
		assertThat(this.ran).filteredOn((id) -> id.startsWith("a")).hasSize(1 + 4);
	}

	@Test
	void expectedShouldCountLoadsAndOverheads() {
		Run service = Runs.of(Runs.webflux());
		// 1 s of warm-up, 4 s of load, 14 s besides; at most 3 warm-ups, each 10 s more.
		assertThat(Campaign.expected(List.of(service, service))).isEqualTo(Duration.ofSeconds(2 * 19));
		assertThat(Campaign.atMost(List.of(service))).isEqualTo(Duration.ofSeconds(19 + 2 * 11));
	}

	private Campaign campaign(int repeats, Run... runs) {
		Environment environment = new Environment(4, "25", "Linux", "unknown", false,
				new Environment.Machine("", 1, false, Map.of()), new Software(Map.of(), Map.of(), List.of(), 0));
		return new Campaign(Runs.experiment(runs), List.of(runs), new Campaign.Options(false, repeats, this.folder),
				Placement.SHARED, environment, 0, (subject) -> this, this);
	}

	private static Run run(String variant) {
		Run run = Runs.of(Runs.webflux());
		return new Run(new Variant(variant, run.variant().subject(), run.variant().axis(), null), run.point(), 1, 43);
	}

	private static Outcome outcome(Evidence evidence, Check... checks) {
		return new Outcome(evidence.run(), Map.of(Metric.THROUGHPUT, 996.0, Metric.OF_CEILING, 0.9968), List.of(checks),
				Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, null);
	}

	private @Nullable String reason(String id) {
		Failure failure = record(id).failure();
		return (failure != null) ? failure.reason() : null;
	}

	private RunRecord record(String id) {
		return DataFile.read(this.folder.resolve("raw").resolve(id).resolve("run.json"), RunRecord.class);
	}

	private static void write(Path file, Object record) {
		try {
			DataFile.write(file, record);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
