package lab.harness.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import lab.harness.experiment.InvalidInputException;
import lab.harness.experiment.Load;
import lab.harness.load.JMeter;
import lab.harness.load.JMeterSummary;
import lab.harness.probe.Progress.Phase;
import lab.harness.schedule.Run;
import lab.harness.target.Jvm;
import lab.harness.target.Launcher;
import lab.harness.target.LiveHeap;
import lab.harness.target.Placement;
import lab.harness.target.RunFailedException;
import lab.harness.target.Target;
import lab.harness.target.Terms;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one run, from fresh JVMs to the files in its folder: {@code load.jtl},
 * {@code probe.jsonl}, {@code run.json}, {@code app.log}, {@code backend.log}, and
 * {@code jmeter.log} and {@code jmeter.out} of the measured process, {@code warm-up.*} of
 * the one before. However it ends, all JVMs are stopped and the files so far are kept.
 */
public final class Measurement {

	/** Name of the file of samples in the folder of a run. */
	public static final String JTL = "load.jtl";

	private static final int EDGE_ATTEMPTS = 3;

	private static final int LOG_TAIL = 20;

	private static final Duration LEAST_DRAIN = Duration.ofSeconds(60);

	private final Launcher launcher;

	private final Placement placement;

	private final JMeter jmeter;

	private final Progress progress;

	/**
	 * A way to measure.
	 * @param root the project's folder, built
	 * @param launcher what starts the JVMs
	 * @param placement which processors each may use
	 * @param progress is told how it goes on
	 */
	public Measurement(Path root, Launcher launcher, Placement placement, Progress progress) {
		this.launcher = launcher;
		this.placement = placement;
		this.jmeter = new JMeter(root, launcher, placement.generator());
		this.progress = progress;
	}

	/**
	 * Measures one run.
	 * @param run what to measure
	 * @param folder where to leave the files, made if it is not there
	 * @return what the run was, as in {@code run.json}
	 * @throws InvalidInputException when this machine is not ready for it: a port in use,
	 * something not built, a folder that cannot be written
	 * @throws RunFailedException when it cannot be finished
	 * @throws InterruptedException when interrupted, here or at the user's terminal
	 */
	public RunRecord run(Run run, Path folder) throws InterruptedException {
		this.jmeter.require(run.variant().load());
		try {
			Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw new InvalidInputException("cannot make the folder " + folder + ": " + ex);
		}
		this.progress.phase(Phase.STARTING, Duration.ZERO);
		try (Target target = Target.start(this.launcher, run.variant(), this.placement, folder)) {
			RunRecord record = measure(run, folder, target);
			this.progress.phase(Phase.STOPPING, Duration.ZERO);
			return record;
		}
		catch (IOException ex) {
			throw new RunFailedException("cannot write into " + folder + ": " + ex.getMessage());
		}
		finally {
			this.launcher.clear();
		}
	}

	/**
	 * How many times an app is warmed up that is slow to get warm, 1 or more.
	 * @param run what to measure
	 * @return the loads before the measured one
	 */
	public static int mostWarmUps(Run run) {
		return WarmUp.most(run);
	}

	/**
	 * Measures a target that is ready.
	 */
	RunRecord measure(Run run, Path folder, Target target) throws InterruptedException, IOException {
		Load load = run.variant().load();
		Duration warmedUp = new WarmUp(this.jmeter, this.progress).carryOut(run, folder, target);
		// Begins again with the first delay, so that every arm draws the same ones.
		target.seed(run.variant().latency().text(), run.seed());
		Terms terms = target.terms();
		boolean stressed = Stress.begun(run) != null;
		Long heapBefore = stressed ? LiveHeap.bytes(target.app().jvm()) : null;
		LiveRate rate = new LiveRate(this.progress);
		Watch watch = new Watch(target.app().jvm(), target.backend().jvm(), mayEnd(run));
		try (Probe probe = new Probe(target.app(), target.backend(), folder.resolve(Probe.FILE),
				(sample) -> rate.read(sample.at(), sample.ledger().completed()));
				Course course = new Course(run, target, folder)) {
			edge(probe, "before");
			this.progress.phase(Phase.MEASURING, load.measure());
			Instant startedAt = Instant.now();
			long cpuBefore = ownCpuMillis();
			Jvm generator = this.jmeter.start(load, run.users(), run.seed(), run.variant().app().toString(),
					target.app().port(), run.variant().name(), load.measure(), folder.resolve(JTL), folder, "jmeter");
			RunRecord begun = RunRecord.begun(run, target, terms, this.placement, warmedUp, startedAt,
					generator.command());
			try {
				JsonFile.write(folder.resolve(RunRecord.FILE), begun);
				probe.generator(generator);
				probe.start();
				course.start();
				watch.await(generator, JMeter.bound(load, load.measure()), () -> {
					probe.check();
					course.check();
				});
			}
			finally {
				course.end();
				probe.end();
				probe.generator(null);
				generator.stop();
			}
			long cpuMillis = ownCpuMillis() - cpuBefore;
			this.progress.phase(Phase.DRAINING, Duration.ZERO);
			Stress.@Nullable End end = course.appEnded(() -> {
				target.awaitDrained(drain(run));
				edge(probe, "after");
			});
			Long heapAfter = (stressed && end == null) ? LiveHeap.bytes(target.app().jvm()) : null;
			Stress stress = begun.stress();
			RunRecord whole = begun.completed(summary(generator, folder), probe.skipped(), cpuMillis,
					(stress != null) ? stress.ended(course.applied(), end, heapBefore, heapAfter) : null);
			JsonFile.write(folder.resolve(RunRecord.FILE), whole);
			return whole;
		}
	}

	private static boolean mayEnd(Run run) {
		return run.variant().mayExit() || run.variant().terminated();
	}

	/**
	 * Users who gave up leave requests behind that the app goes on with for as long as
	 * its own timeouts let it, or until its queue is worked off: 10000 connections at 200
	 * requests a second are 50 s.
	 */
	private static Duration drain(Run run) {
		Duration timeout = run.variant().load().timeout();
		boolean stressed = Stress.begun(run) != null;
		return (stressed && timeout.compareTo(LEAST_DRAIN) < 0) ? LEAST_DRAIN : timeout;
	}

	/** An edge of the window is needed, so it is asked for again. */
	private static void edge(Probe probe, String when) {
		for (int attempt = 0; attempt < EDGE_ATTEMPTS; attempt++) {
			if (probe.sample().filter(Sample::fresh).isPresent()) {
				return;
			}
		}
		throw new RunFailedException("the counters of app and backend could not be read " + when
				+ " the load; does the app answer on its management port?");
	}

	private static double summary(Jvm generator, Path folder) throws IOException {
		return JMeterSummary.read(folder.resolve("jmeter.out"))
			.orElseThrow(() -> new RunFailedException("JMeter printed no summary: no request was made",
					generator.lastLogLines(LOG_TAIL)))
			.throughput();
	}

	private static long ownCpuMillis() {
		return ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
	}

}
