package lab.harness.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Program;
import lab.harness.model.experiment.RecordedLoad;
import lab.harness.model.experiment.Run;
import lab.harness.model.experiment.Service;
import lab.harness.model.experiment.Subject;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
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
 * Carries out the runs of an experiment one after the other, each with fresh JVMs.
 *
 * @param busyShare the share of the processors' time that was not idle before the first
 * run, 0 to 1
 */
public record Campaign(Experiment experiment, List<Run> runs, Options options, Placement placement,
		Environment environment, double busyShare, Function<Subject, Runner> runners, Progress progress) {

	/** Time to start app, backend and two JMeter processes, to drain and to stop. */
	private static final Duration OVERHEAD = Duration.ofSeconds(14);

	/** Time to start JMeter for one more warm-up, to drain and to come to rest. */
	private static final Duration WARM_UP_OVERHEAD = Duration.ofSeconds(10);

	/** The expected time of a program whose experiment does not state it. */
	private static final Duration PROGRAM = Duration.ofSeconds(20);

	/**
	 * How to carry out an experiment.
	 *
	 * @param keepAwake whether to keep the processors from sleeping; null to do so if the
	 * host takes time from this machine
	 * @param repeats how often a disturbed run is repeated at most
	 * @param system the root of the file system, for the settings of Linux
	 */
	public record Options(@Nullable Boolean keepAwake, int repeats, Path system) {
	}

	/**
	 * Makes sure that every run can be started, before anything is written.
	 * @throws InvalidInputException if something built, a JDK, a plan or a port is
	 * missing, or an option is not possible on this machine
	 */
	public static Campaign prepare(Experiment experiment, List<Run> runs, Options options, Launcher launcher,
			Progress progress) throws InterruptedException {
		Placement placement = CpuAffinity.place(experiment.cores());
		Runner http = new HttpRunner(launcher, placement, progress, Probe.PERIOD);
		Runner program = new ProgramRunner(launcher, placement, progress, ProgramRunner.LIMIT);
		Function<Subject, Runner> runners = (subject) -> switch (subject) {
			case Service service -> http;
			case Program other -> program;
			case RecordedLoad load -> throw new IllegalArgumentException(load.file() + " cannot be run");
		};
		List<Run> first = runs.stream().filter((run) -> run.round() == 1).toList();
		first.forEach((run) -> runners.apply(run.variant().subject()).requireStartable(run));
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
		return new Campaign(experiment, runs, options, placement, environment, shares.busy(), runners, progress);
	}

	private static boolean keptAwake(Options options) {
		Boolean asked = options.keepAwake();
		boolean wanted = (asked != null) ? asked : CpuLatencyRequest.isUseful();
		boolean kept = wanted && CpuLatencyRequest.isPossible(options.system());
		if (wanted && !kept && asked != null) {
			throw new InvalidInputException("--keep-awake: needs Linux with a driver for idle processors and the right "
					+ "to write /dev/cpu_dma_latency, which root has; omit it here");
		}
		return kept;
	}

	/**
	 * Carries out all runs. A run that fails leaves a record of its failure, and the
	 * others continue; a disturbed run is set aside and repeated after the others.
	 * @param judge makes an outcome of the evidence of a run
	 * @throws InterruptedException if interrupted; finished runs are kept
	 */
	public void run(Path result, Function<Evidence, Outcome> judge) throws InterruptedException, IOException {
		try (Closeable request = this.environment.machine().keptAwake() ? CpuLatencyRequest.start(this.options.system())
				: null) {
			CpuAffinity.moveHarness(this.placement);
			runAll(result, judge);
		}
	}

	private void runAll(Path result, Function<Evidence, Outcome> judge) throws InterruptedException, IOException {
		Deque<Run> left = new ArrayDeque<>(this.runs);
		Map<String, Integer> disturbed = new HashMap<>();
		for (int number = 1; !left.isEmpty(); number++) {
			Run run = left.remove();
			this.progress.run(run, number);
			Evidence evidence = Evidence.of(result, run);
			Failure failure = runOne(evidence);
			if (failure != null) {
				this.progress.say("FAILED: " + failure.reason());
				continue;
			}
			Outcome outcome = judge.apply(evidence);
			boolean repeat = outcome.disturbed() && !outcome.allows(outcome.mainClaim(this.experiment.compare()))
					&& isTryLeft(outcome, disturbed);
			this.progress.say(words(outcome)
					+ (repeat ? "; other programs disturbed it, so it is repeated at the end" : outcome.overloaded()
							? "; its own load fills the processors: " + this.experiment.cores().lessLoad() : ""));
			if (repeat) {
				int tries = disturbed.merge(run.id(), 1, Integer::sum);
				Files.move(evidence.folder(), evidence.disturbed(tries).folder());
				// It is repeated last, because the disturbance may last a while.
				left.add(run);
				this.progress.repeated(run);
			}
		}
	}

	/** Returns why the run failed, or null if it was finished. */
	private @Nullable Failure runOne(Evidence evidence) throws InterruptedException, IOException {
		Files.createDirectories(evidence.folder());
		Failure failure;
		try {
			this.runners.apply(evidence.run().variant().subject()).run(evidence);
			return null;
		}
		catch (RunFailedException ex) {
			failure = ex.failure();
		}
		catch (InvalidInputException ex) {
			failure = new Failure(ex.getMessage(), List.of());
		}
		catch (RuntimeException ex) {
			failure = new Failure(BugReport.write(ex, evidence.folder()),
					Stream.of(ex.getStackTrace()).limit(ChildProcess.LOG_TAIL).map(String::valueOf).toList());
		}
		// A terminal sends Ctrl-C to the services too, and the harness may see them die
		// before it is interrupted itself.
		Thread.sleep(Duration.ofMillis(500));
		RunRecord begun = Files.exists(evidence.record()) ? DataFile.read(evidence.record(), RunRecord.class) : null;
		DataFile.write(evidence.record(),
				(begun != null) ? begun.failed(failure) : RunRecord.failed(evidence.run(), failure));
		return failure;
	}

	/**
	 * Whether a run may be repeated. Tries that lost time to other guests of the host are
	 * taken from the repeats of all runs: a guest that disturbs one run may be idle
	 * during the next.
	 * @param disturbed tries so far, by the id of the run
	 */
	private boolean isTryLeft(Outcome outcome, Map<String, Integer> disturbed) {
		boolean stolen = outcome.failedChecks().stream().anyMatch((check) -> check.kind() == CheckKind.MACHINE_STEAL);
		return stolen ? disturbed.values().stream().mapToInt(Integer::intValue).sum() < this.options.repeats()
				* this.runs.size() : disturbed.getOrDefault(outcome.run().id(), 0) < this.options.repeats();
	}

	/** Describes an outcome, such as {@code 996.0 req/s, all 20 checks passed}. */
	private String words(Outcome outcome) {
		if (outcome.failure() != null) {
			return "FAILED: " + outcome.failure().reason();
		}
		Optional<Metric> main = Stream.of(Metric.THROUGHPUT, this.experiment.compare())
			.filter(outcome.figures()::containsKey)
			.findFirst();
		Double ofCeiling = outcome.value(Metric.OF_CEILING);
		String figures = main.map((metric) -> {
			String figure = metric.format(Objects.requireNonNull(outcome.value(metric)));
			return (metric.unit().endsWith("/s") ? figure + " " + metric.unit() : metric.label() + " " + figure) + ", ";
		}).orElse("") + ((ofCeiling != null) ? Metric.OF_CEILING.format(ofCeiling) + " of the ceiling, " : "");
		return figures + (outcome.failedChecks().isEmpty() ? "all " + outcome.checks().size() + " checks passed"
				: "FAILED " + String.join(", ", outcome.failedChecks().stream().map(Check::name).toList()));
	}

	/** The time that runs take if one warm-up is enough. */
	public static Duration expected(List<Run> runs) {
		return sum(runs, (service) -> 1);
	}

	/** The time that runs take if every app needs all its warm-ups. */
	public static Duration atMost(List<Run> runs) {
		return sum(runs, WarmUp::maxLoads);
	}

	private static Duration sum(List<Run> runs, ToIntFunction<Service> warmUps) {
		return runs.stream().map((run) -> switch (run.variant().subject()) {
			case RecordedLoad load -> Duration.ZERO;
			case Program program -> (program.takes() != null) ? program.takes() : PROGRAM;
			case Service service -> {
				long times = warmUps.applyAsInt(service);
				yield service.load()
					.warmUp()
					.warmUp()
					.multipliedBy(times)
					.plus(WARM_UP_OVERHEAD.multipliedBy(times * service.load().warmUp().warmUpBursts() - 1))
					.plus(service.load().measure())
					.plus(OVERHEAD);
			}
		}).reduce(Duration.ZERO, Duration::plus);
	}

}
