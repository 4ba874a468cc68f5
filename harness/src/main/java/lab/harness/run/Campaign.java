package lab.harness.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.experiment.Together;
import lab.harness.model.result.Check;
import lab.harness.model.result.Environment;
import lab.harness.model.result.Evidence;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Placement;
import lab.harness.model.result.RunFailedException;
import lab.harness.model.result.RunRecord;
import lab.harness.run.Launcher.Installation;
import lab.harness.run.process.ChildProcess;
import lab.harness.run.process.CpuAffinity;
import lab.harness.run.process.CpuLatencyRequest;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the runs of an experiment, one group after the other, with fresh JVMs.
 *
 * @param busyShare the share of the processors' time that was not idle before the first
 * run, 0 to 1
 */
public record Campaign(Experiment experiment, Schedule schedule, Options options, Placement placement,
		Environment environment, double busyShare, Function<Subject, Runner> runners, Progress progress) {

	private static final Failure NOT_TRIED = new Failure("not run: another run failed in the same JVM", List.of());

	/**
	 * How to carry out an experiment.
	 *
	 * @param keepAwake whether to keep the processors from sleeping; null to do so if the
	 * host takes time from this machine
	 * @param repeats how often a disturbed run is repeated at most
	 * @param system the root of the file system, for the settings of Linux
	 */
	public record Options(@Nullable Boolean keepAwake, int repeats, Path system, InstantSource clock) {
	}

	/**
	 * Makes sure that every run can be started, before anything is written.
	 * @throws InvalidInputException if something built, a JDK, a plan or a port is
	 * missing, or an option is not possible on this machine
	 */
	public static Campaign prepare(Experiment experiment, Schedule schedule, Options options, Launcher launcher,
			Progress progress) throws InterruptedException {
		List<Run> runs = schedule.runs();
		Placement placement = CpuAffinity.place(experiment.cores());
		HttpRunner http = new HttpRunner(launcher, placement, progress, Probe.PERIOD);
		Runner program = new ProgramRunner(launcher, placement, progress, ProgramRunner.LIMIT);
		Function<Subject, Runner> runners = (subject) -> switch (subject) {
			case Service service -> http;
			case Program other -> program;
			case RecordedLoad load -> throw new IllegalArgumentException(load.file() + " cannot be run");
		};
		List<Run> first = runs.stream().filter((run) -> run.round() == 1).toList();
		for (Run run : first) {
			Runner runner = runners.apply(run.variant().subject());
			runner.requireStartable(run, false);
			if (experiment.together() != Together.FALSE) {
				runner.requireStartable(run, true);
			}
		}
		for (Run run : first) {
			runners.apply(run.variant().subject()).rehearse(run);
		}
		List<Installation> installations = runs.stream()
			.flatMap((run) -> runners.apply(run.variant().subject()).installations(run).stream())
			.distinct()
			.toList();
		boolean keptAwake = keptAwake(options);
		EnvironmentReader.Shares shares = EnvironmentReader.shares();
		Environment environment = EnvironmentReader.read(launcher.root(), options.system(), installations, keptAwake,
				shares);
		return new Campaign(experiment, schedule, options, placement, environment, shares.busy(), runners, progress);
	}

	private static boolean keptAwake(Options options) {
		Boolean asked = options.keepAwake();
		boolean wanted = (asked != null) ? asked : CpuLatencyRequest.isUseful();
		boolean kept = wanted && CpuLatencyRequest.isPossible(options.system());
		if (wanted && !kept && asked != null) {
			throw new InvalidInputException("--keep-awake: needs Linux with a driver for idle processors and the right "
					+ "to write /dev/cpu_dma_latency, which root has; leave it out here");
		}
		return kept;
	}

	/**
	 * Carries out all runs. A run that fails leaves a record of its failure, and the
	 * others continue; a disturbed run is set aside and repeated after the others, if
	 * there is time. Nothing begins or is repeated that would not end within
	 * {@link Schedule#most}. All run one after the other if there is no room for runs at
	 * the same time.
	 * @param judge makes an outcome of the evidence of a run
	 * @throws InterruptedException if interrupted; finished runs are kept
	 */
	public void run(Path result, Function<Evidence, Outcome> judge) throws InterruptedException, IOException {
		Map<List<Run>, Integer> disturbed = new HashMap<>();
		try (Closeable request = this.environment.machine().keptAwake() ? CpuLatencyRequest.start(this.options.system())
				: null) {
			CpuAffinity.moveHarness(this.placement);
			runAll(result, judge, disturbed);
		}
		finally {
			putBack(result, disturbed);
		}
	}

	/**
	 * Carries out the groups.
	 * @param disturbed takes the runs whose last try is set aside, and its number
	 */
	private void runAll(Path result, Function<Evidence, Outcome> judge, Map<List<Run>, Integer> disturbed)
			throws InterruptedException, IOException {
		this.progress.toCome(this.schedule.groups());
		Instant end = now().plus(this.schedule.most());
		Deque<List<Run>> left = new ArrayDeque<>(this.schedule.groups());
		boolean isTried = this.schedule.isTried();
		Duration planned = Duration.ZERO;
		Duration taken = Duration.ZERO;
		for (int number = 1; !left.isEmpty(); number++) {
			List<Run> group = left.remove();
			List<Evidence> evidence = group.stream().map((run) -> Evidence.of(result, run)).toList();
			this.progress.run(group, number);
			Duration others = new Schedule(List.copyOf(left), false).planned();
			Duration spare = Duration.between(now(), end).minus(Schedule.time(group));
			int tries = disturbed.getOrDefault(group, 0);
			if (spare.isNegative()) {
				if (tries > 0) {
					this.progress.say("not repeated: the time that was announced is over; the disturbed run counts");
				}
				else {
					fail(evidence, new Failure("not run: the time that was announced is over", List.of()));
				}
				continue;
			}
			// The others may need a tenth more than planned, as announced, or as much
			// more as
			// the runs before them. Without room all of it is needed to run one by one.
			Duration forOthers = Duration.ofMillis(
					(long) (others.toMillis() * Math.max(1.1, taken.toMillis() / Math.max(1.0, planned.toMillis()))));
			// An equal share for each, or the last run would be the only one with cold
			// code.
			SpareTime forWarmUps = new SpareTime(
					isTried ? Duration.ZERO : spare.minus(forOthers).dividedBy(left.size() + 1));
			Instant begun = now();
			Optional<List<Evidence>> measured = run(evidence, isTried, forWarmUps);
			planned = planned.plus(Schedule.time(group));
			taken = taken.plus(Duration.between(begun, now())).minus(forWarmUps.granted);
			// A group that failed has not shown whether there is room.
			isTried = isTried && measured.filter(List::isEmpty).isPresent();
			if (measured.isEmpty()) {
				left.addFirst(group);
				left = new ArrayDeque<>(new Schedule(List.copyOf(left), false).oneByOne().groups());
				this.progress.toCome(List.copyOf(left));
				continue;
			}
			if (measured.get().size() == group.size()) {
				disturbed.remove(group);
			}
			else if (tries > 0) {
				this.progress.say("its repeat failed; the disturbed run counts");
				continue;
			}
			List<Outcome> outcomes = measured.get().stream().map(judge).toList();
			Set<Point> points = outcomes.stream()
				.filter(this::isToBeRepeated)
				.map((outcome) -> outcome.run().point())
				.collect(Collectors.toSet());
			List<Run> again = group.stream().filter((run) -> points.contains(run.point())).toList();
			boolean repeat = !again.isEmpty() && tries < this.options.repeats()
					&& !now().plus(others).plus(Schedule.time(again)).isAfter(end);
			outcomes
				.forEach((outcome) -> this.progress.say(((group.size() > 1) ? label(outcome.run(), group) + ": " : "")
						+ words(outcome) + ending(outcome, repeat)));
			if (repeat) {
				for (Run run : again) {
					Evidence one = Evidence.of(result, run);
					Files.move(one.folder(), one.disturbed(tries + 1).folder());
				}
				disturbed.put(again, tries + 1);
				// It is repeated last, because the disturbance may last a while.
				left.add(again);
				this.progress.toCome(List.copyOf(left));
			}
		}
	}

	/**
	 * Gives the disturbed tries that have no repeat their places again: they say more
	 * than a run that failed or did not begin.
	 */
	private static void putBack(Path result, Map<List<Run>, Integer> disturbed) throws IOException {
		for (Map.Entry<List<Run>, Integer> tried : disturbed.entrySet()) {
			for (Run run : tried.getKey()) {
				Evidence evidence = Evidence.of(result, run);
				HttpRunner.delete(evidence.folder());
				Files.move(evidence.disturbed(tried.getValue()).folder(), evidence.folder());
			}
		}
	}

	private static String label(Run run, List<Run> group) {
		boolean kept = Schedule.stages(group).size() > 1;
		return run.variant().name() + (kept ? ", " + run.point().words() : "");
	}

	private Instant now() {
		return this.options.clock().instant();
	}

	/** Whether a disturbance leaves the question of the experiment open. */
	private boolean isToBeRepeated(Outcome outcome) {
		return outcome.disturbed() && !outcome.allows(outcome.mainClaim(this.experiment.compare().metric()));
	}

	private String ending(Outcome outcome, boolean repeat) {
		return (isToBeRepeated(outcome) && repeat) ? "; other programs disturbed it, so it is repeated at the end"
				: outcome.overloaded() ? "; its own load fills the processors: " + this.experiment.cores().lessLoad()
						: "";
	}

	/** Carries out a group; returns what was measured, or empty if there is no room. */
	private Optional<List<Evidence>> run(List<Evidence> group, boolean ifRoom, Predicate<Duration> isTimeFor)
			throws InterruptedException, IOException {
		Evidence first = group.getFirst();
		for (Evidence evidence : group) {
			Files.createDirectories(evidence.folder());
		}
		Failure failure;
		try {
			Runner runner = this.runners.apply(first.run().variant().subject());
			return runner.run(group, ifRoom, isTimeFor) ? Optional.of(group) : Optional.empty();
		}
		catch (RunFailedException ex) {
			failure = ex.failure();
		}
		catch (InvalidInputException ex) {
			failure = new Failure(ex.getMessage(), List.of());
		}
		catch (RuntimeException ex) {
			failure = new Failure(BugReport.write(ex, first.folder()),
					Stream.of(ex.getStackTrace()).limit(ChildProcess.LOG_TAIL).map(String::valueOf).toList());
		}
		// A terminal sends Ctrl-C to the services too, and the harness may see them die
		// before it is interrupted itself.
		Thread.sleep(Duration.ofMillis(500));
		List<Evidence> before = measured(group);
		fail(group.stream().filter((evidence) -> !before.contains(evidence)).toList(), failure);
		return Optional.of(before);
	}

	/**
	 * The runs of the points that were measured before a failure; they keep their
	 * results.
	 */
	private static List<Evidence> measured(List<Evidence> group) {
		Set<Point> failed = new HashSet<>();
		for (Evidence evidence : group) {
			RunRecord record = begun(evidence);
			if (record == null || record.end() == null) {
				failed.add(evidence.run().point());
			}
		}
		return group.stream().filter((evidence) -> !failed.contains(evidence.run().point())).toList();
	}

	private static @Nullable RunRecord begun(Evidence evidence) {
		return Files.exists(evidence.record()) ? DataFile.read(evidence.record(), RunRecord.class) : null;
	}

	/** Records a failure; runs behind another one in the same JVM were not even tried. */
	private void fail(List<Evidence> group, Failure failure) throws IOException {
		boolean begun = group.stream().anyMatch((evidence) -> begun(evidence) != null);
		for (Evidence evidence : group) {
			Files.createDirectories(evidence.folder());
			RunRecord record = begun(evidence);
			DataFile.write(evidence.record(), (record != null) ? record.failed(failure)
					: RunRecord.failed(evidence.run(), begun ? NOT_TRIED : failure));
		}
		this.progress.say("FAILED: " + failure.reason());
	}

	/** Describes an outcome, such as {@code 996.0 req/s, all 20 checks passed}. */
	private String words(Outcome outcome) {
		if (outcome.failure() != null) {
			return "FAILED: " + outcome.failure().reason();
		}
		Optional<Metric> main = Stream.of(Metric.THROUGHPUT, this.experiment.compare().metric())
			.filter(outcome.figures()::containsKey)
			.findFirst();
		Double ofCeiling = outcome.value(Metric.OF_CEILING);
		String figures = main.map((metric) -> {
			String figure = metric.format(Objects.requireNonNull(outcome.value(metric)));
			return (metric.unit().endsWith("/s") ? figure + " " + metric.unit() : metric.label() + " " + figure) + ", ";
		}).orElse("") + ((ofCeiling != null) ? Metric.OF_CEILING.format(ofCeiling) + " of the ceiling, " : "");
		return figures + (outcome.failedChecks().isEmpty() ? "all " + outcome.checks().size() + " checks passed"
				: (outcome.disturbed() ? "disturbed: " : "FAILED ")
						+ String.join(", ", outcome.failedChecks().stream().map(Check::name).toList()));
	}

	/** The time that is left for what was not planned. */
	private static final class SpareTime implements Predicate<Duration> {

		private Duration left;

		private Duration granted = Duration.ZERO;

		SpareTime(Duration left) {
			this.left = left;
		}

		/** Takes time, if so much is left. */
		@Override
		public boolean test(Duration extra) {
			boolean enough = extra.compareTo(this.left) <= 0;
			if (enough) {
				this.left = this.left.minus(extra);
				this.granted = this.granted.plus(extra);
			}
			return enough;
		}

	}

}
