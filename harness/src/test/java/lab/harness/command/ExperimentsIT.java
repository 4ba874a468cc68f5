package lab.harness.command;

import java.io.File;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every shipped experiment in its quick form. All take more than two hours; the property
 * {@code lab.part} runs a part of them:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=ExperimentsIT -Dlab.part=2/4}.
 */
class ExperimentsIT {

	private static final File ROOT = new File("..");

	private static final ExperimentParts PARTS = ExperimentParts.of(System.getProperty("lab.part", ""));

	/**
	 * More than this share is no coincidence: the experiments do not fit this machine.
	 */
	private static final double MOST_DISTURBED = 0.1;

	private static int runs;

	private static int disturbed;

	@BeforeAll
	static void sayHowLong() {
		say("%d experiments, expected to take %s", PARTS.part().size(), minutes(PARTS.expected()));
	}

	@ParameterizedTest
	@MethodSource("experiments")
	@Timeout(value = 40, unit = TimeUnit.MINUTES)
	void quickRunShouldBeValidUnlessTheMachineAloneIsToBlame(ExperimentParts.Quick quick) throws Exception {
		long start = System.nanoTime();
		Process bench = new ProcessBuilder("./bench", "run", quick.name(), "--quick", "--seed", "42").directory(ROOT)
			.redirectErrorStream(true)
			.start();
		String said = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		int code = bench.waitFor();
		System.out.print(said);
		say("%-18s %s, expected %s, exit code %d", quick, minutes(Duration.ofNanos(System.nanoTime() - start)),
				minutes(quick.expected()), code);
		assertThat(code).as(said).isIn(0, 1);
		Result result = DataFile.read(ROOT.toPath().resolve(Path.of("results", quick.name(), "latest", Result.FILE)),
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
