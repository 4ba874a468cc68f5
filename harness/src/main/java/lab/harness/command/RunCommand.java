package lab.harness.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

import lab.harness.live.LiveServer;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Load;
import lab.harness.model.result.Form;
import lab.harness.report.Report;
import lab.harness.run.Launcher;
import lab.harness.run.Progress;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.Ports;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "run", mixinStandardHelpOptions = true, description = "Runs an experiment, checks it, reports it.",
		sortOptions = false)
final class RunCommand implements Callable<Integer> {

	private final CommandContext context;

	@Spec
	private @Nullable CommandSpec spec;

	@Parameters(paramLabel = "EXPERIMENT",
			description = "Name of an experiment, which 'bench list' shows, or the path of its file.")
	private String name = "";

	@Option(names = "--quick",
			description = "Windows of 10 s after a warm-up of 5 s, at most 250 users, only the ends of an axis (its "
					+ "last value if both take more than 3 minutes), shorter "
					+ "faults, without the optimising compiler.")
	private boolean quick;

	@Option(names = "--rounds", paramLabel = "N",
			description = "Every run N times, each round in random order (default: as in the file; 1 with --quick).")
	private @Nullable Integer rounds;

	@Option(names = "--only", paramLabel = "VARIANT", split = ",", description = "Runs only these variants.")
	private List<String> only = List.of();

	@Option(names = "--users", paramLabel = "N", description = "Users, in place of the experiment's.")
	private @Nullable Integer users;

	@Option(names = "--measure", paramLabel = "TIME", description = "Time of the measured load, such as 60s.")
	private @Nullable Duration measure;

	@Option(names = "--seed", paramLabel = "N",
			description = "Decides the order of the runs and the delays (default: random, and recorded).")
	private @Nullable Integer seed;

	@Option(names = "--jdk", paramLabel = "HOME", description = "The JDK that runs services and programs.")
	private @Nullable Path jdk;

	@Option(names = "--keep-awake", negatable = true,
			description = "Keeps the processors from sleeping, or not (default: only if the host takes CPU time from "
					+ "this machine).")
	private @Nullable Boolean keepAwake;

	@Option(names = "--trusted-network",
			description = "The host of a service with 'url' is yours: allows one that is not this machine.")
	private boolean trustedNetwork;

	@Option(names = "--watch",
			description = "Shows the apps of the comparison live on http://127.0.0.1:8090 while they run.")
	private boolean watch;

	RunCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException, InterruptedException {
		InvalidInputException.requireRange("--rounds", this.rounds, 1, ExperimentFile.MOST_ROUNDS);
		InvalidInputException.requireRange("--users", this.users, 1, Load.MOST_USERS);
		InvalidInputException.requireRange("--seed", this.seed, 0, Integer.MAX_VALUE);
		Form form = this.quick ? Form.QUICK : Form.FULL;
		ExperimentFile file = new ExperimentFile(ExperimentFile.find(this.context.experiments(), this.name));
		if (!this.trustedNetwork) {
			file.checkLoopback();
		}
		Experiment experiment = new Adjustments(form, this.only, this.users, this.measure).apply(file.experiment());
		long seed = (this.seed != null) ? this.seed : ThreadLocalRandom.current().nextInt(1_000_000);
		int rounds = (this.rounds != null) ? this.rounds : form.isShort() ? 1 : file.rounds();
		Launcher launcher = new Launcher(this.context.root(), (this.jdk != null) ? Jdk.at(this.jdk) : Jdk.current());
		file.checkEndpoints(launcher::endpoints);
		int repeats = form.isShort() ? 0 : this.context.repeats();
		Progress line = new ProgressLine(this.context.terminal(), InstantSource.system());
		try (LiveServer page = this.watch ? page(experiment) : null) {
			ExperimentRun run = ExperimentRun.prepare(this.context, experiment,
					new ExperimentRun.Plan(form, rounds, repeats, seed, this.keepAwake, command(seed)), launcher,
					(page != null) ? page.following(line) : line);
			return run.run((findings) -> {
				this.context.out().print(Report.terminal(findings, this.context.language()));
				this.context.err().println("Written to " + run.folder().path());
				return findings.answered() ? 0 : BenchCommand.FAILED;
			});
		}
	}

	private LiveServer page(Experiment experiment) {
		Ports.requireFree(LiveServer.PORT, "the page");
		LiveServer page = LiveServer.watch(LiveServer.PORT);
		this.context.err()
			.println("Open http://127.0.0.1:" + page.port() + " to watch; an open page takes processor time.");
		if (!LiveServer.shows(experiment)) {
			this.context.err()
				.println("The page stays empty: it shows the apps of the comparison, and only one after another.");
		}
		return page;
	}

	/** The command line that repeats this run, always with a seed. */
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

}
