package lab.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.ProgramLine;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.Sample;
import lab.harness.run.process.Jdk;
import lab.wire.AppLedger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ProgramRunner}.
 */
class ProgramRunnerTests {

	private static final String BENCHMARK = "lab.programs.pools.CpuPool";

	private static final Point FOUR = new Point("threads", 4);

	@TempDir
	private Path root;

	private Path folder;

	private Launcher launcher;

	@BeforeEach
	void make() throws IOException {
		this.folder = Files.createDirectory(this.root.resolve("run"));
		this.launcher = new Launcher(this.root, Jdk.current());
		jar(this.root.resolve("programs/target/programs.jar"));
	}

	@Test
	void runShouldKeepTheLinesOfJson() throws InterruptedException {
		Evidence evidence = evidence("prints", FOUR, "--quick");
		run(runner(), evidence);
		assertThat(DataFile.readLines(evidence.program(), ProgramLine.class)).satisfiesExactly(
				(figure) -> assertThat(figure.value()).isEqualTo(4103.2),
				(event) -> assertThat(event.attributes()).containsEntry("task", 14));
		assertThat(this.folder.resolve("app.log")).content()
			.contains("arguments [--json, --variant=prints, --threads=4, --quick]", "for people");
		assertThat(evidence.jmh()).doesNotExist();
	}

	@Test
	void runWhenThereIsNoAxisShouldPassNone() throws InterruptedException {
		run(runner(), evidence("prints", Point.NONE));
		assertThat(this.folder.resolve("app.log")).content().contains("arguments [--json, --variant=prints]\n");
	}

	@Test
	void runShouldRecordCommandAndEnd() throws InterruptedException {
		Evidence evidence = evidence("prints", FOUR);
		run(runner(), evidence);
		RunRecord record = record(evidence);
		assertThat(record.run()).isEqualTo(evidence.run());
		assertThat(record.end()).isNotNull();
		assertThat(record.failure()).isNull();
		assertThat(record.commands().backend()).isEmpty();
		Path target = this.root.resolve("programs/target");
		assertThat(record.commands().app()).containsSubsequence("-Xmx64m", "-cp",
				target.resolve("programs.jar") + ":" + target.resolve("lib/*"), FakeProgram.class.getName(), "--json");
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void runWhenTheProgramIsShortShouldSampleItsBeginningAndItsWholeProcessorTime() throws InterruptedException {
		Evidence evidence = evidence("burns", Point.NONE);
		run(runner(), evidence);
		List<Sample> samples = DataFile.readLines(evidence.probe(), Sample.class);
		assertThat(samples).hasSizeGreaterThanOrEqualTo(2);
		assertThat(samples.getLast().app().cpuMillis()).isGreaterThanOrEqualTo(300)
			.isGreaterThan(samples.getFirst().app().cpuMillis());
		assertThat(samples).allSatisfy((sample) -> {
			assertThat(sample.ledger()).isEqualTo(AppLedger.NONE);
			assertThat(sample.fresh()).isTrue();
			assertThat(sample.machine().cores()).isNotEmpty();
		});
	}

	@Test
	void runWhenTheProgramFailsShouldShowTheEndOfItsLog() {
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> run(runner(), evidence("fails", FOUR)))
			.withMessageStartingWith("FakeProgram ended with exit code 3")
			.satisfies((ex) -> assertThat(ex.failure().log()).endsWith("no memory left"));
	}

	@Test
	void runWhenTheProgramHangsShouldStopItAtTheLimit() {
		ProgramRunner runner = new ProgramRunner(this.launcher, Placement.SHARED, new Progress() {
		}, Duration.ofMillis(50));
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> run(runner, evidence("hangs", FOUR)))
			.withMessage("FakeProgram had not ended after 0 s");
		assertThat(programs()).isEmpty();
	}

	@Test
	void runWhenInterruptedShouldStopTheProgram() {
		Thread test = Thread.currentThread();
		Thread.ofPlatform().daemon().start(() -> {
			Awaitility.await().until(() -> !programs().isEmpty());
			test.interrupt();
		});
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> run(runner(), evidence("hangs", Point.NONE)));
		assertThat(programs()).isEmpty();
	}

	@Test
	void runWhenTheClassIsABenchmarkShouldHandItsMethodToJmh() {
		Run run = Runs.of("fixed-pool", new Program(BENCHMARK, List.of("--quick"), null, null, List.of(), null), FOUR);
		Evidence evidence = new Evidence(run, this.folder);
		// There is no JMH here.
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> run(runner(), evidence))
			.withMessageStartingWith("CpuPool ended with exit code 1");
		assertThat(record(evidence).commands().app()).containsSequence("org.openjdk.jmh.Main",
				"^lab\\.programs\\.pools\\.CpuPool\\.fixedPool$", "-f", "0", "-foe", "true", "-rf", "json", "-rff",
				this.folder.resolve("jmh.json").toString(), "-p", "threads=4", "-wi", "1", "-w", "500ms", "-i", "3",
				"-r", "500ms");
	}

	@Test
	void requireWhenThereIsNoSuchClassShouldNameIt() {
		Run run = Runs.of("x", new Program("lab.programs.Missing", List.of(), null, null, List.of(), null), FOUR);
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> runner().requireStartable(run, false))
			.withMessage("program: " + this.root.resolve("programs/target/programs.jar")
					+ " has no class lab.programs.Missing");
	}

	@Test
	void requireWhenNotBuiltShouldSayWhatIsMissing() throws IOException {
		Path jar = this.root.resolve("programs/target/programs.jar");
		Files.delete(jar);
		assertThatExceptionOfType(InvalidInputException.class)
			.isThrownBy(() -> runner().requireStartable(evidence("prints", FOUR).run(), false))
			.withMessage(jar + " is missing: build it first (mvn package)");
	}

	private static void run(ProgramRunner runner, Evidence evidence) throws InterruptedException {
		runner.run(List.of(evidence), false, (extra) -> false);
	}

	private ProgramRunner runner() {
		return new ProgramRunner(this.launcher, Placement.SHARED, new Progress() {
		}, ProgramRunner.LIMIT);
	}

	private Evidence evidence(String variant, Point point, String... arguments) {
		Program program = new Program(FakeProgram.class.getName(), List.of(arguments), null, null, List.of("-Xmx64m"),
				null);
		return new Evidence(Runs.of(variant, program, point), this.folder);
	}

	private static RunRecord record(Evidence evidence) {
		return DataFile.read(evidence.record(), RunRecord.class);
	}

	/** The commands of the programs of this test that are alive. */
	private List<String> programs() {
		return ProcessHandle.current()
			.children()
			.flatMap((child) -> child.info().commandLine().stream())
			.filter((command) -> command.contains(this.root.toString()) && command.contains("FakeProgram"))
			.toList();
	}

	private static void jar(Path jar) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		Files.createDirectories(jar.getParent());
		String name = FakeProgram.class.getName().replace('.', '/') + ".class";
		try (OutputStream out = Files.newOutputStream(jar);
				JarOutputStream entries = new JarOutputStream(out, manifest);
				InputStream program = FakeProgram.class.getResourceAsStream("/" + name)) {
			entries.putNextEntry(new JarEntry(name));
			program.transferTo(entries);
			entries.putNextEntry(new JarEntry("META-INF/BenchmarkList"));
			entries.write(("JMH S 26 " + BENCHMARK + " S 10 generated\n").getBytes());
		}
	}

}
