package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.CheckKind;
import lab.harness.model.DataFile;
import lab.harness.model.ExperimentFile;
import lab.harness.model.Result;
import lab.harness.model.Result.CheckResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every shipped experiment with services, in its small form. It takes more than an hour,
 * so it is for the night: {@code mvn -Pexperiments verify}.
 */
class ExperimentsIT {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Path EXPERIMENTS = ROOT.resolve("experiments");

	private static final Set<String> MACHINE = Stream.of(CheckKind.values())
		.filter((kind) -> kind.blame() == CheckKind.Blame.MACHINE)
		.map(CheckKind::toString)
		.collect(Collectors.toUnmodifiableSet());

	@TempDir
	private Path results;

	/** A neighbour on the host may disturb a run; a check then names it. */
	@ParameterizedTest
	@MethodSource("experimentsWithServices")
	void quickRunShouldBeValidUnlessTheMachineWasDisturbed(String name) throws IOException {
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
		int code = BenchCommand.run(new String[] { "run", name, "--quick", "--seed", "42" },
				new Surroundings(ROOT, EXPERIMENTS, this.results, ROOT, 2, false, both, both));
		String said = output.toString(StandardCharsets.UTF_8);
		assertThat(code).as(said).isIn(0, 1);
		Result result = DataFile.read(this.results.resolve(name).resolve("latest").resolve(Result.FILE), Result.class);
		assertThat(result.header().complete()).as(said).isTrue();
		assertThat(result.runs()).filteredOn((run) -> !run.header().valid())
			.allSatisfy(
					(run) -> assertThat(run.checks().stream().filter((check) -> !check.ok())).as("%s%n%s", run, said)
						.extracting(CheckResult::name)
						.containsAnyElementsOf(MACHINE));
	}

	static Stream<String> experimentsWithServices() throws IOException {
		return ExperimentFile.names(EXPERIMENTS)
			.stream()
			.filter((name) -> ExperimentFile.read(EXPERIMENTS, name).ofServices());
	}

}
