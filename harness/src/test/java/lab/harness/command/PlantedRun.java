package lab.harness.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.CheckResult;
import lab.harness.model.result.Result.RunResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real run of an experiment in {@code src/test/resources/planted}, and what it failed.
 */
final class PlantedRun {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final int UNDISTURBED_TRIES = 3;

	private static final Predicate<String> BLAMES_MACHINE = Stream.of(CheckKind.values())
		.filter((kind) -> kind.blame() == CheckKind.Blame.MACHINE)
		.map(CheckKind::toString)
		.collect(Collectors.toSet())::contains;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private final Path results;

	PlantedRun(Path results) {
		this.results = results;
	}

	int run(String experiment) {
		return run(experiment, 0);
	}

	/**
	 * Runs an experiment whose fault leaves the machine alone, again if another program
	 * took its CPU.
	 */
	int runUndisturbed(String experiment) throws IOException {
		int exit = run(experiment, 2);
		for (int tries = 1; tries < UNDISTURBED_TRIES && failed().stream().anyMatch(BLAMES_MACHINE); tries++) {
			exit = run(experiment, 2);
		}
		return exit;
	}

	int run(String experiment, int repeats) {
		CommandContext context = new CommandContext(ROOT, Path.of("src/test/resources/planted"), this.results,
				Path.of("/"), repeats, new Terminal(false, new PrintStream(this.out, true, StandardCharsets.UTF_8),
						new PrintStream(this.err, true, StandardCharsets.UTF_8)));
		return BenchCommand.run(new String[] { "run", experiment, "--seed", "42" }, context);
	}

	/**
	 * The checks that failed, without the one that only a neighbour on the host can fail.
	 */
	List<String> failed() throws IOException {
		Result result = result();
		assertThat(result.header().complete()).as(this.err.toString(StandardCharsets.UTF_8)).isTrue();
		RunResult run = result.runs().getFirst();
		assertThat(run.details().failure()).isNull();
		return run.checks()
			.stream()
			.filter((check) -> !check.ok())
			.map(CheckResult::name)
			.filter((name) -> !name.equals(CheckKind.MACHINE_STEAL.toString()))
			.toList();
	}

	/** The claims that the result withholds because of a check. */
	Set<ClaimKind> withheld(String check) throws IOException {
		return result().claims()
			.stream()
			.filter((claim) -> claim instanceof Claim.Withheld withheld && withheld.because().equals(check))
			.flatMap((claim) -> ((Claim.Withheld) claim).claims().stream())
			.collect(Collectors.toSet());
	}

	Result result() throws IOException {
		try (var experiments = Files.list(this.results)) {
			Path folder = experiments.findFirst().orElseThrow().resolve("latest");
			return DataFile.read(folder.resolve(Result.FILE), Result.class);
		}
	}

}
