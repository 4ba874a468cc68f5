package lab.harness.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.ExperimentFile;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Target;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.report.Report;
import lab.harness.run.Campaign;
import lab.harness.run.Launcher;
import lab.harness.run.Schedule;
import lab.harness.run.process.Jdk;
import lab.harness.run.process.SystemLimits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "run", mixinStandardHelpOptions = true, description = "Runs an experiment, checks it, reports it.",
		sortOptions = false)
final class RunCommand implements Callable<Integer> {

	/**
	 * The share of the processors' time that other programs may use without a warning:
	 * half a core of two.
	 */
	private static final double MOST_BUSY = 0.25;

	private CommandContext context;

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

	@Option(names = "--lesson",
			description = "The short form for a workshop, under two minutes: the file of this name in workshop/lessons.")
	private boolean lesson;

	@Option(names = "--rounds", paramLabel = "N",
			description = "Every run N times, each round in random order (default: as in the file; 1 in a short form).")
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

	@Mixin
	private LanguageOption language = new LanguageOption();

	RunCommand(CommandContext context) {
		this.context = context;
	}

	@Override
	public Integer call() throws IOException {
		this.context = this.context.in(this.language.language());
		try {
			return run();
		}
		catch (InterruptedException ex) {
			this.context.err().println("\nbench: interrupted before the first run");
			return BenchCommand.INTERRUPTED;
		}
	}

	private int run() throws IOException, InterruptedException {
		InvalidInputException.requireRange("--rounds", this.rounds, 1, ExperimentFile.MOST_ROUNDS);
		InvalidInputException.requireRange("--users", this.users, 1, Load.MOST_USERS);
		InvalidInputException.requireRange("--seed", this.seed, 0, Integer.MAX_VALUE);
		if (this.quick && this.lesson) {
			throw new InvalidInputException("--lesson and --quick are two forms of an experiment; leave one out");
		}
		Form form = this.quick ? Form.QUICK : this.lesson ? Form.LESSON : Form.FULL;
		ExperimentFile file = file();
		if (!this.trustedNetwork) {
			file.checkLoopback();
		}
		Experiment experiment = new Adjustments(form, this.only, this.users, this.measure).apply(file.experiment());
		long seed = (this.seed != null) ? this.seed : ThreadLocalRandom.current().nextInt(1_000_000);
		int rounds = (this.rounds != null) ? this.rounds : form.isShort() ? 1 : file.rounds();
		Schedule schedule = Schedule.of(experiment, rounds, seed);
		Launcher launcher = new Launcher(this.context.root(), (this.jdk != null) ? Jdk.at(this.jdk) : Jdk.current());
		file.checkEndpoints(launcher::endpoints);
		requireRoomForUsers(schedule, launcher);
		Campaign campaign = Campaign.prepare(experiment, schedule,
				new Campaign.Options(this.keepAwake, form.isShort() ? 0 : this.context.repeats(), this.context.system(),
						InstantSource.system()),
				launcher, new ProgressLine(this.context.err(), this.context.terminal(), InstantSource.system()));
		Manifest manifest = new Manifest(campaign.experiment(), campaign.schedule().runs(), seed, rounds, form,
				command(seed), Instant.now(), campaign.environment());
		ResultFolder folder = ResultFolder.create(this.context.results(), manifest);
		announce(manifest, campaign.schedule(), folder);
		busyWarning(campaign.busyShare()).ifPresent(this.context.err()::println);
		return run(campaign, manifest, folder);
	}

	/** Makes sure that the system allows as many connections as the users need. */
	private void requireRoomForUsers(Schedule schedule, Launcher launcher) {
		SystemLimits limits = new SystemLimits(this.context.system());
		for (Run run : schedule.runs()) {
			if (run.variant().subject() instanceof Service service) {
				int users = service.load().generatorUsers();
				boolean calls = (service.app() instanceof App app)
						? Target.ofAnyMethod(launcher.endpoints(app), service.load().request()).callsBackend()
						: service.backend() != null;
				limits.require(users, calls ? users : 0);
			}
		}
	}

	private void announce(Manifest manifest, Schedule schedule, ResultFolder folder) {
		int runs = manifest.runs().size();
		int together = Schedule.stages(schedule.groups().getFirst()).getFirst().size();
		this.context.err().println(manifest.experiment().about().question());
		this.context.err()
			.println(
					runs + ((runs == 1) ? " run" : " runs")
							+ ((together > 1) ? ", " + together + " at the same time"
									+ (schedule.isTried() ? " if there is room," : ",") : "")
							+ " on JDK " + manifest.environment().jdk() + ", " + minutes(schedule) + ", seed "
							+ manifest.seed() + ", into " + folder.path()
							+ (manifest.environment().machine().keptAwake() ? "; processors are kept awake" : ""));
	}

	private int run(Campaign campaign, Manifest manifest, ResultFolder folder) throws IOException {
		InterruptHandler interrupts = new InterruptHandler();
		try {
			campaign.run(folder.path(), (evidence) -> Analysis.of(evidence, manifest.experiment()));
			Findings findings = folder.write(this.language.language());
			this.context.out().print(Report.terminal(findings, this.language.language()));
			this.context.err().println("Written to " + folder.path());
			return findings.answered() ? 0 : BenchCommand.FAILED;
		}
		catch (InterruptedException ex) {
			return interrupted(folder);
		}
		catch (RuntimeException | IOException ex) {
			if (interrupts.begun()) {
				return interrupted(folder);
			}
			if (ex instanceof InvalidInputException) {
				throw ex;
			}
			return BenchCommand.bug(ex, this.context, folder.path());
		}
		finally {
			interrupts.close();
		}
	}

	/** The warning if other programs use the processors too much. */
	static Optional<String> busyWarning(double share) {
		return (share <= MOST_BUSY) ? Optional.empty()
				: Optional.of(Math.round(100 * share) + " % of the processors' time is in use already: "
						+ "stop other programs, or runs may be repeated or invalid");
	}

	private ExperimentFile file() {
		if (!this.lesson) {
			return new ExperimentFile(ExperimentFile.find(this.context.experiments(), this.name));
		}
		Path lessons = this.context.root().resolve("workshop/lessons");
		List<String> names = ExperimentFile.names(lessons);
		InvalidInputException.require(names.contains(this.name), "--lesson",
				this.name + " has no lesson; these have one: " + String.join(", ", names));
		return new ExperimentFile(ExperimentFile.find(lessons, this.name));
	}

	private int interrupted(ResultFolder folder) throws IOException {
		// A thread with the interrupt flag cannot write files.
		Thread.interrupted();
		folder.write(this.language.language());
		this.context.err()
			.println("\nbench: interrupted; what was measured is kept in " + folder.path() + ", marked incomplete");
		return BenchCommand.INTERRUPTED;
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

	/** The least and the most time, such as {@code 45 to 60 s} or {@code 6 to 9 min}. */
	static String minutes(Schedule schedule) {
		long least = schedule.least().toSeconds();
		long most = schedule.most().toSeconds();
		return (most <= 90) ? least + " to " + most + " s"
				: Math.max(1, least / 60) + " to " + Math.ceilDiv(most, 60) + " min";
	}

}
