package lab.harness.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import lab.harness.experiment.Load;
import lab.harness.experiment.Variant;
import lab.harness.schedule.Run;
import lab.harness.target.Placement;
import lab.harness.target.Target;
import lab.harness.target.Terms;
import org.jspecify.annotations.Nullable;

/**
 * What a run was, {@code run.json} in its folder. Written when the measurement begins and
 * again when it has ended, so that an interrupted run keeps its facts.
 *
 * @param variant name of the arm
 * @param app the service under test, such as {@code tomcat-virtual}
 * @param users its load point: users in the closed loop, or of open arrivals requests a
 * second
 * @param round 1 for the first
 * @param seed seed of the backend's delays
 * @param latency what the backend draws from, such as {@code uniform 0ms..1000ms}
 * @param path the path asked for
 * @param plan name of the JMeter plan
 * @param rampMillis time in which the users started
 * @param warmUpMillis time of the processes that warmed up, ramps included: that of the
 * load's warm-up or a multiple of it; 0 for none
 * @param measureMillis time of the measured process, ramp included
 * @param timeoutMillis response time after which a user gave up
 * @param terms what the app said of itself
 * @param placement which processors each process was given
 * @param appStartMillis from the start of the app's JVM until it was ready
 * @param backendStartMillis from the start of the backend's JVM until it was ready
 * @param startedAt when the measured load was started
 * @param complete false while the run goes on, and for ever when it was interrupted
 * @param jmeterSummary requests a second by JMeter's own summary of the measured process,
 * or null while the run is not complete
 * @param probeSkipped samples that the probe had to leave out
 * @param harnessCpuMillis processor time that the harness itself used, probe included,
 * while the load was measured
 * @param commands the exact command of each process
 * @param stress what else it was put through, or null where users in a closed loop were
 * all
 */
public record RunRecord(String variant, String app, int users, int round, long seed, String latency, String path,
		String plan, long rampMillis, long warmUpMillis, long measureMillis, long timeoutMillis, Terms terms,
		Placement placement, long appStartMillis, long backendStartMillis, Instant startedAt, boolean complete,
		@Nullable Double jmeterSummary, int probeSkipped, long harnessCpuMillis, Commands commands,
		@Nullable Stress stress) {

	/** Name of the file in the folder of a run. */
	public static final String FILE = "run.json";

	public RunRecord {
		placement = Objects.requireNonNullElse(placement, Placement.SHARED);
	}

	/**
	 * The record of a run of users in a closed loop, in which nothing went wrong on
	 * purpose.
	 */
	public RunRecord(String variant, String app, int users, int round, long seed, String latency, String path,
			String plan, long rampMillis, long warmUpMillis, long measureMillis, long timeoutMillis, Terms terms,
			Placement placement, long appStartMillis, long backendStartMillis, Instant startedAt, boolean complete,
			@Nullable Double jmeterSummary, int probeSkipped, long harnessCpuMillis, Commands commands) {
		this(variant, app, users, round, seed, latency, path, plan, rampMillis, warmUpMillis, measureMillis,
				timeoutMillis, terms, placement, appStartMillis, backendStartMillis, startedAt, complete, jmeterSummary,
				probeSkipped, harnessCpuMillis, commands, null);
	}

	/**
	 * The record of a run whose load has just been started.
	 */
	static RunRecord begun(Run run, Target target, Terms terms, Placement placement, Duration warmedUp,
			Instant startedAt, List<String> generator) {
		Variant variant = run.variant();
		Load load = variant.load();
		return new RunRecord(variant.name(), variant.app().toString(), run.users(), run.round(), run.seed(),
				variant.latency().text(), load.path(), load.plan(), load.ramp().toMillis(), warmedUp.toMillis(),
				load.measure().toMillis(), load.timeout().toMillis(), terms, placement, target.app().startMillis(),
				target.backend().startMillis(), startedAt, false, null, 0, 0,
				new Commands(target.app().jvm().command(), target.backend().jvm().command(), generator),
				Stress.begun(run));
	}

	/**
	 * The record once the run has ended.
	 */
	RunRecord completed(double jmeterSummary, int probeSkipped, long harnessCpuMillis, @Nullable Stress stress) {
		return new RunRecord(this.variant, this.app, this.users, this.round, this.seed, this.latency, this.path,
				this.plan, this.rampMillis, this.warmUpMillis, this.measureMillis, this.timeoutMillis, this.terms,
				this.placement, this.appStartMillis, this.backendStartMillis, this.startedAt, true, jmeterSummary,
				probeSkipped, harnessCpuMillis, this.commands, stress);
	}

	/**
	 * Reads the record of a run back.
	 * @param folder the run's folder
	 * @return the record
	 * @throws lab.harness.experiment.InvalidInputException when there is none, or it is
	 * broken
	 */
	public static RunRecord read(Path folder) {
		return JsonFile.read(folder.resolve(FILE), RunRecord.class);
	}

	/**
	 * The exact commands of a run, each as the list of its words.
	 *
	 * @param app of the app
	 * @param backend of the slow backend
	 * @param generator of the measured JMeter process
	 */
	public record Commands(List<String> app, List<String> backend, List<String> generator) {

		public Commands {
			app = List.copyOf(app);
			backend = List.copyOf(backend);
			generator = List.copyOf(generator);
		}

	}

}
