package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import lab.harness.model.DataFile;
import lab.harness.model.Result;
import lab.harness.model.Result.RunResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every shipped experiment in its quick form. All take more than two hours; the property
 * {@code lab.part} runs a part of them:
 * {@code mvn -Pruns -pl harness verify -Dit.test=ExperimentsIT -Dlab.part=2/4}.
 */
class ExperimentsIT {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final ExperimentParts PARTS = ExperimentParts.of(System.getProperty("lab.part", ""));

	/**
	 * More than this share is no coincidence: the experiments do not fit this machine.
	 */
	private static final double MOST_DISTURBED = 0.1;

	private static int runs;

	private static int disturbed;

	@TempDir
	private Path results;

	@BeforeAll
	static void sayHowLong() {
		say("%d experiments, expected to take %s", PARTS.part().size(), minutes(PARTS.expected()));
	}

	@ParameterizedTest
	@MethodSource("experiments")
	@Timeout(value = 40, unit = TimeUnit.MINUTES)
	void quickRunShouldBeValidUnlessTheMachineAloneIsToBlame(ExperimentParts.Quick quick) throws IOException {
		long start = System.nanoTime();
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
		int code = BenchCommand.run(new String[] { "run", quick.name(), "--quick", "--seed", "42" },
				new Surroundings(ROOT, ExperimentParts.EXPERIMENTS, this.results, Path.of("/"), 2, false, both, both));
		String said = output.toString(StandardCharsets.UTF_8);
		say("%-18s %s, expected %s, exit code %d", quick, minutes(Duration.ofNanos(System.nanoTime() - start)),
				minutes(quick.expected()), code);
		assertThat(code).as(said).isIn(0, 1);
		Result result = DataFile.read(this.results.resolve(quick.name()).resolve("latest").resolve(Result.FILE),
				Result.class);
		List<RunResult> invalid = result.runs().stream().filter((run) -> !run.header().valid()).toList();
		runs += result.runs().size();
		disturbed += invalid.size();
		assertThat(result.header().complete()).as(said).isTrue();
		assertThat(invalid).as(said).allMatch((run) -> run.header().disturbed());
	}

	@AfterAll
	static void fewRunsShouldBeDisturbed() {
		say("%d of %d runs were invalid", disturbed, runs);
		assertThat((double) disturbed).as("invalid runs of %d", runs).isLessThanOrEqualTo(MOST_DISTURBED * runs);
	}

	static List<ExperimentParts.Quick> experiments() {
		return PARTS.part();
	}

	private static String minutes(Duration duration) {
		return "%.1f min".formatted(duration.toSeconds() / 60.0);
	}

	private static void say(String format, Object... arguments) {
		System.out.println(format.formatted(arguments));
	}

}
