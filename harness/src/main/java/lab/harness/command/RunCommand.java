package lab.harness.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

import lab.harness.analysis.Result;
import lab.harness.experiment.Adjustments;
import lab.harness.experiment.Durations;
import lab.harness.experiment.Experiment;
import lab.harness.experiment.Experiments;
import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Numbers;
import lab.harness.experiment.On;
import lab.harness.probe.Awake;
import lab.harness.probe.Environment;
import lab.harness.probe.EnvironmentReader;
import lab.harness.probe.Manifest;
import lab.harness.report.TerminalReport;
import lab.harness.schedule.Run;
import lab.harness.schedule.Schedule;
import lab.harness.target.ContainerLauncher;
import lab.harness.target.Installation;
import lab.harness.target.Jdk;
import lab.harness.target.Launcher;
import lab.harness.target.ProcessLauncher;
import lab.harness.target.Program;
import lab.harness.target.Target;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code bench run}.
 */
@Command(name = "run", mixinStandardHelpOptions = true, description = "Runs an experiment, checks it, reports it.",
		sortOptions = false)
final class RunCommand implements Callable<Integer> {

	private static final int SEEDS = 1_000_000;

	private final Surroundings surroundings;

	@Spec
	private @Nullable CommandSpec spec;

	@Parameters(paramLabel = "EXPERIMENT", description = "Name of an experiment; 'bench list' shows them.")
	private String name = "";

	@Option(names = "--quick",
			description = "Windows of 15 s after a warm-up of 8 s, at most 250 users, without the optimising compiler.")
	private boolean quick;

	@Option(names = "--rounds", paramLabel = "N", description = "Blocks of runs, each in random order (default 1).")
	private String rounds = "1";

	@Option(names = "--only", paramLabel = "VARIANT", split = ",", description = "These variants alone.")
	private List<String> only = List.of();

	@Option(names = "--users", paramLabel = "N", description = "Users, in place of the experiment's.")
	private @Nullable String users;

	@Option(names = "--measure", paramLabel = "TIME", description = "Time of the measured load, such as 60s.")
	private @Nullable String measure;

	@Option(names = "--seed", paramLabel = "N",
			description = "Rules the order of the runs and the delays (default: a new one, recorded).")
	private @Nullable String seed;

	@Option(names = "--jdk", paramLabel = "HOME", description = "The JDK that runs the services.")
	private @Nullable String jdk;

	@Option(names = "--on", paramLabel = "WHERE",
			description = "Runs services and load as: process, docker (default process).")
	private String on = On.PROCESS.toString();

	@Option(names = "--keep-awake", negatable = true,
			description = "Keep the processors from sleeping, or not (default: where the host takes time from this machine).")
	private @Nullable Boolean keepAwake;

	RunCommand(Surroundings surroundings) {
		this.surroundings = surroundings;
	}

	@Override
	public Integer call() throws IOException {
		try {
			return run();
		}
		catch (InterruptedException ex) {
			this.surroundings.err().println("\nbench: interrupted before the first run");
			return BenchCommand.INTERRUPTED;
		}
	}

	private int run() throws IOException, InterruptedException {
		Experiment experiment = adjustments().apply(new Experiments(this.surroundings.experiments()).read(this.name));
		int rounds = option("--rounds", this.rounds, (text) -> Numbers.whole(text, 1, 100));
		long seed = seed();
		On on = option("--on", this.on, On::of);
		boolean keptAwake = keptAwake();
		Launcher launcher = launcher(on);
		List<Run> runs = Schedule.of(experiment, rounds, seed);
		Campaign campaign = new Campaign(this.surroundings, runs, launcher, experiment.cores(), keptAwake);
		campaign.require();
		ResultFolder folder = ResultFolder.create(this.surroundings.results(), new Manifest(experiment, seed, rounds,
				this.quick, command(seed), Instant.now(), environment(experiment, launcher, on, keptAwake)));
		this.surroundings.err()
			.println(experiment.question() + "\n" + runs.size() + " runs, about " + minutes(runs) + ", seed " + seed
					+ ", into " + folder + (keptAwake ? "; processors are kept awake" : ""));
		Interruption interruption = new Interruption();
		try {
			campaign.run(folder);
			return report(folder, folder.write());
		}
		catch (InterruptedException ex) {
			return interrupted(folder);
		}
		catch (RuntimeException ex) {
			if (interruption.begun()) {
				return interrupted(folder);
			}
			folder.write();
			this.surroundings.err().println("\nWhat was measured before is kept in " + folder + ", marked incomplete");
			throw ex;
		}
		finally {
			interruption.over();
		}
	}

	private int interrupted(ResultFolder folder) throws IOException {
		// Files could not be written by a thread that is still marked as interrupted.
		Thread.interrupted();
		folder.write();
		this.surroundings.err()
			.println("\nbench: interrupted; what was measured is kept in " + folder + ", marked incomplete");
		return BenchCommand.INTERRUPTED;
	}

	private int report(ResultFolder folder, Result result) {
		this.surroundings.out().print(TerminalReport.of(result));
		this.surroundings.err().println("Written to " + folder);
		return result.valid() ? 0 : BenchCommand.FAILED;
	}

	private Adjustments adjustments() {
		return new Adjustments(this.quick, this.only,
				optional("--users", this.users, (text) -> Numbers.whole(text, 1, 20_000)),
				optional("--measure", this.measure, Durations::parse));
	}

	private long seed() {
		Integer seed = optional("--seed", this.seed, (text) -> Numbers.whole(text, 0, Integer.MAX_VALUE - 100));
		return (seed != null) ? seed : ThreadLocalRandom.current().nextInt(SEEDS);
	}

	private Launcher launcher(On on) {
		if (on == On.PROCESS) {
			return new ProcessLauncher(this.surroundings.root(),
					(this.jdk != null) ? Jdk.at(Path.of(this.jdk)) : Jdk.current());
		}
		if (this.jdk != null) {
			throw new InvalidInputException("--jdk: containers bring a Java of their own, so --on docker takes none; "
					+ "write 'jdk: 21' into a variant for another");
		}
		return ContainerLauncher.open(this.surroundings.root(), this.surroundings.docker(),
				(line) -> this.surroundings.err().println("bench: " + line));
	}

	/**
	 * What it would take to keep the processors awake is looked at only where it is
	 * wanted.
	 */
	private boolean keptAwake() {
		boolean wanted = (this.keepAwake != null) ? this.keepAwake : Awake.helps();
		boolean kept = wanted && Awake.isPossible(this.surroundings.system());
		if (wanted && !kept && this.keepAwake != null) {
			throw new InvalidInputException("--keep-awake: needs Linux with a driver for idle processors and leave to "
					+ "write /dev/cpu_dma_latency, which root has; leave it out here");
		}
		return kept;
	}

	private Environment environment(Experiment experiment, Launcher launcher, On on, boolean keptAwake) {
		List<Installation> installations = new ArrayList<>();
		installations.add(launcher.installation(Target.BACKEND, null));
		experiment.variants()
			.forEach((variant) -> installations.add(launcher.installation(variant.app().toString(), variant.jdk())));
		installations.add(launcher.installation(Program.JMETER, null));
		return EnvironmentReader.read(this.surroundings.root(), installations, on, launcher.engine(), keptAwake);
	}

	/** The command line that repeats this run, with the seed spelled out. */
	private List<String> command(long seed) {
		List<String> words = new ArrayList<>(List.of("./bench"));
		words.addAll((this.spec != null) ? this.spec.root().commandLine().getParseResult().originalArgs() : List.of());
		if (this.seed == null) {
			words.addAll(List.of("--seed", String.valueOf(seed)));
		}
		String home = System.getProperty("user.home") + File.separator;
		words.replaceAll((word) -> word.startsWith(home) ? "~/" + word.substring(home.length()) : word);
		return words;
	}

	private static <T> @Nullable T optional(String name, @Nullable String text, Function<String, T> parser) {
		return (text != null) ? option(name, text, parser) : null;
	}

	private static <T> T option(String name, String text, Function<String, T> parser) {
		try {
			return parser.apply(text);
		}
		catch (InvalidInputException ex) {
			throw new InvalidInputException(name + ": " + ex.getMessage());
		}
	}

	/** From the time that the runs take at least to what slow processors need. */
	private static String minutes(List<Run> runs) {
		String least = minutes(ProgressLine.expected(runs));
		String most = minutes(ProgressLine.atMost(runs));
		return least.equals(most) ? least : least.replace(" min", "") + " to " + most;
	}

	private static String minutes(Duration duration) {
		return (duration.toSeconds() < 90) ? duration.toSeconds() + " s"
				: Math.round(duration.toSeconds() / 60.0) + " min";
	}

}
