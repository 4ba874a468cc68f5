package lab.harness.command;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

import lab.harness.analysis.Analysis;
import lab.harness.analysis.Findings;
import lab.harness.model.InvalidInputException;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Target;
import lab.harness.model.result.Form;
import lab.harness.model.result.Manifest;
import lab.harness.run.Campaign;
import lab.harness.run.Launcher;
import lab.harness.run.Progress;
import lab.harness.run.Schedule;
import lab.harness.run.process.SystemLimits;
import org.jspecify.annotations.Nullable;

/**
 * Carries out an experiment and writes its result, for {@code bench run} and for the
 * lessons.
 */
record ExperimentRun(CommandContext context, Campaign campaign, Manifest manifest, ResultFolder folder) {

	/**
	 * The share of the processors' time that other programs may use without a warning:
	 * half a core of two.
	 */
	private static final double MOST_BUSY = 0.25;

	/**
	 * How to carry out an experiment.
	 *
	 * @param repeats how often a disturbed run is repeated at most
	 * @param seed decides the order of the runs and the delays
	 * @param keepAwake whether the processors are kept from sleeping; null to decide by
	 * the host
	 * @param command the command line that repeats it
	 */
	record Plan(Form form, int rounds, int repeats, long seed, @Nullable Boolean keepAwake, List<String> command) {
	}

	/**
	 * Makes sure that every run can be started, creates the folder of the result and
	 * announces the runs.
	 * @throws InvalidInputException if a run cannot be started; nothing is written
	 */
	static ExperimentRun prepare(CommandContext context, Experiment experiment, Plan plan, Launcher launcher,
			Progress progress) throws InterruptedException {
		Schedule schedule = Schedule.of(experiment, plan.rounds(), plan.seed());
		requireRoomForUsers(context, schedule, launcher);
		Campaign campaign = Campaign.prepare(experiment, schedule,
				new Campaign.Options(plan.keepAwake(), plan.repeats(), context.system(), InstantSource.system()),
				launcher, progress);
		Manifest manifest = new Manifest(campaign.experiment(), campaign.schedule().runs(), plan.seed(), plan.form(),
				plan.command(), Instant.now(), null, campaign.environment());
		ExperimentRun run = new ExperimentRun(context, campaign, manifest,
				ResultFolder.create(context.results(), manifest));
		run.announce();
		busyWarning(campaign.busyShare()).ifPresent(context.err()::println);
		return run;
	}

	/** Makes sure that the system allows as many connections as the users need. */
	private static void requireRoomForUsers(CommandContext context, Schedule schedule, Launcher launcher) {
		SystemLimits limits = new SystemLimits(context.system());
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

	private void announce() {
		Schedule schedule = this.campaign.schedule();
		int runs = this.manifest.runs().size();
		int together = Schedule.stages(schedule.groups().getFirst()).getFirst().size();
		this.context.err().println(this.manifest.experiment().about().question());
		this.context.err()
			.println(
					runs + ((runs == 1) ? " run" : " runs")
							+ ((together > 1) ? ", " + together + " at the same time"
									+ (schedule.isTried() ? " if there is room," : ",") : "")
							+ " on JDK " + this.manifest.environment().jdk() + ", " + minutes(schedule) + ", seed "
							+ this.manifest.seed() + ", into " + this.folder.path()
							+ (this.manifest.environment().machine().keptAwake() ? "; processors are kept awake" : ""));
	}

	/**
	 * Carries out the runs, writes the result and reports it. What was measured before
	 * Ctrl-C is kept.
	 * @param report reports the findings and returns the exit code
	 * @return the exit code
	 */
	int run(ToIntFunction<Findings> report) throws IOException {
		InterruptHandler interrupts = new InterruptHandler();
		try {
			this.campaign.run(this.folder.path(), (evidence) -> Analysis.of(evidence, this.manifest.experiment()));
			this.folder.write(this.manifest.endedAt(Instant.now()));
			return report.applyAsInt(this.folder.write(this.context.language()));
		}
		catch (InterruptedException ex) {
			return interrupted();
		}
		catch (RuntimeException | IOException ex) {
			if (interrupts.begun()) {
				return interrupted();
			}
			if (ex instanceof InvalidInputException) {
				throw ex;
			}
			return BenchCommand.bug(ex, this.context, this.folder.path());
		}
		finally {
			interrupts.close();
		}
	}

	private int interrupted() throws IOException {
		// A thread with the interrupt flag cannot write files.
		Thread.interrupted();
		this.folder.write(this.context.language());
		this.context.err()
			.println(
					"\nbench: interrupted; what was measured is kept in " + this.folder.path() + ", marked incomplete");
		return BenchCommand.INTERRUPTED;
	}

	/** The warning if other programs use the processors too much. */
	static Optional<String> busyWarning(double share) {
		return (share <= MOST_BUSY) ? Optional.empty()
				: Optional.of(Math.round(100 * share) + " % of the processors' time is in use already: "
						+ "stop other programs, or runs may be repeated or invalid");
	}

	/** The least and the most time, such as {@code 45 to 60 s} or {@code 6 to 9 min}. */
	static String minutes(Schedule schedule) {
		long least = schedule.least().toSeconds();
		long most = schedule.most().toSeconds();
		return (most <= 90) ? least + " to " + most + " s" : Math.max(1, least / 60) + " to " + most / 60 + " min";
	}

}
