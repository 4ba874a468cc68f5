package lab.harness.command;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import lab.harness.model.DataFile;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.result.Form;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.RunResult;
import lab.harness.run.Schedule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every shipped experiment in its quick form. All take more than two hours; the property
 * {@code lab.part} runs a part of them:
 * {@code mvn -Pruns -pl harness -am verify -Dit.test=ExperimentsIT -Dlab.part=3-5/8}.
 */
class ExperimentsIT {

	private static final File ROOT = new File("..");

	private static final Path EXPERIMENTS = Path.of("..", "experiments").toAbsolutePath().normalize();

	/**
	 * More than this share is no coincidence: the experiments do not fit this machine.
	 */
	private static final double MOST_DISTURBED = 0.1;

	private static int runs;

	private static int disturbed;

	@BeforeAll
	static void sayHowLong() {
		List<Quick> part = experiments();
		say("%d experiments, expected to take %s", part.size(),
				minutes(part.stream().map(Quick::expected).reduce(Duration.ZERO, Duration::plus)));
	}

	@ParameterizedTest
	@MethodSource("experiments")
	@Timeout(value = 40, unit = TimeUnit.MINUTES)
	void quickRunShouldBeValidUnlessTheMachineAloneIsToBlame(Quick quick) throws Exception {
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

	/**
	 * The experiments of some parts. They are dealt by their length, forth and back, so
	 * that all parts last about as long.
	 */
	static List<Quick> experiments() {
		String[] part = System.getProperty("lab.part", "1-1/1").split("[-/]");
		int first = Integer.parseInt(part[0]);
		int last = Integer.parseInt(part[1]);
		int parts = Integer.parseInt(part[2]);
		List<Quick> all = ExperimentFile.names(EXPERIMENTS)
			.stream()
			.map(Quick::of)
			.sorted(Comparator.comparing(Quick::expected).reversed().thenComparing(Quick::name))
			.toList();
		return IntStream.range(0, all.size()).filter((index) -> {
			int place = index % (2 * parts);
			int number = (place < parts) ? place + 1 : 2 * parts - place;
			return first <= number && number <= last;
		}).mapToObj(all::get).toList();
	}

	private static String minutes(Duration duration) {
		return "%.1f min".formatted(duration.toSeconds() / 60.0);
	}

	private static void say(String format, Object... arguments) {
		System.out.println(format.formatted(arguments));
	}

	/**
	 * The quick form of an experiment.
	 *
	 * @param name its name
	 * @param expected the time that {@code bench run} expects it to take
	 */
	record Quick(String name, Duration expected) {

		static Quick of(String name) {
			Experiment quick = new Adjustments(Form.QUICK, List.of(), null, null)
				.apply(ExperimentFile.read(EXPERIMENTS.resolve(name + ".yml")));
			return new Quick(name, Schedule.of(quick, 1, 0).least());
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
