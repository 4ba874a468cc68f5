package lab.harness.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import lab.wire.Terms;
import org.jspecify.annotations.Nullable;

/**
 * What a run was, {@code run.json} in its folder. Written when the measurement begins and
 * again when it has ended, so that an interrupted run keeps its facts.
 *
 * @param run the run
 * @param startedAt when the measured load or the program was started
 * @param terms what the app said of itself; {@link Terms#NONE} of a program
 * @param placement which processors each process was given
 * @param preparation what happened before the measurement
 * @param commands the exact command of each process by its role
 * @param end how the run ended, or null while it runs and after an interruption
 * @param failure why it could not be finished, or null
 */
public record RunRecord(Run run, Instant startedAt, Terms terms, Placement placement, Preparation preparation,
		Commands commands, @Nullable End end, @Nullable Failure failure) {

	/** The faults as they were applied; none before the run has ended. */
	public List<AppliedFault> faults() {
		return (this.end != null) ? this.end.faults() : List.of();
	}

	/** How the app ended during the load, or null where it lives. */
	public @Nullable Exit exit() {
		return (this.end != null) ? this.end.exit() : null;
	}

	/** The record once the run has ended. */
	public RunRecord ended(End end) {
		return new RunRecord(this.run, this.startedAt, this.terms, this.placement, this.preparation, this.commands, end,
				null);
	}

	/** The record of a run that could not be finished. */
	public RunRecord failed(Failure failure) {
		return new RunRecord(this.run, this.startedAt, this.terms, this.placement, this.preparation, this.commands,
				null, failure);
	}

	/** The record of a run of which nothing was measured. */
	public static RunRecord failed(Run run, Failure failure) {
		return new RunRecord(run, Instant.EPOCH, Terms.NONE, Placement.SHARED,
				new Preparation(0, 0, Duration.ZERO, null), new Commands(List.of(), List.of(), List.of()), null,
				failure);
	}

	/**
	 * What happened before the measurement.
	 *
	 * @param appStartMillis from the start of the app's JVM until it was ready
	 * @param backendStartMillis from the start of the backend's JVM until it was ready
	 * @param warmUp time of the loads that warmed up, ramps included; zero for none
	 * @param liveHeapBytes heap that the app at rest held, or null if it is unknown
	 */
	public record Preparation(long appStartMillis, long backendStartMillis, Duration warmUp,
			@Nullable Long liveHeapBytes) {
	}

	/**
	 * The exact commands of a run, each as the list of its words.
	 *
	 * @param app of the app or the program
	 * @param backend of the slow backend, empty for a program
	 * @param generator of the measured JMeter process, empty for a program
	 */
	public record Commands(List<String> app, List<String> backend, List<String> generator) {

		public Commands {
			app = List.copyOf(app);
			backend = List.copyOf(backend);
			generator = List.copyOf(generator);
		}

	}

	/**
	 * How a run ended.
	 *
	 * @param jmeterSummary requests a second by JMeter's own summary of the measured
	 * process, or null for a program
	 * @param samplesSkipped samples that the probe had to leave out
	 * @param harnessCpuMillis processor time of the harness itself, probe included, while
	 * the run was measured
	 * @param faults what went wrong on purpose, as it was applied
	 * @param exit how the app ended during the load, or null where it lives
	 * @param liveHeapBytes heap that the app at rest holds after the drain, or null if it
	 * is unknown
	 */
	public record End(@Nullable Double jmeterSummary, int samplesSkipped, long harnessCpuMillis,
			List<AppliedFault> faults, @Nullable Exit exit, @Nullable Long liveHeapBytes) {

		public End {
			faults = List.copyOf(faults);
		}

	}

	/**
	 * A fault as it was applied.
	 *
	 * @param fault as planned
	 * @param beganAt milliseconds since 1970 at which it was on
	 * @param endedAt milliseconds since 1970 at which it was lifted, or null where
	 * nothing lifts it
	 * @param slowClients what became of the slow clients, or null for another kind
	 */
	public record AppliedFault(PlannedFault fault, long beganAt, @Nullable Long endedAt,
			@Nullable SlowClients slowClients) {
	}

	/**
	 * What became of slow clients.
	 *
	 * @param sent those that connected and sent their request
	 * @param refused those that got no connection
	 * @param bytesRead bytes of answers that they read
	 * @param closedByServer those whose connection the app closed first
	 */
	public record SlowClients(long sent, long refused, long bytesRead, long closedByServer) {
	}

	/**
	 * The end of an app during the load.
	 *
	 * @param code exit code of its process, 3 after an OutOfMemoryError, 143 after
	 * SIGTERM; null for a zombie: a process that lives and does not answer any more
	 * @param at milliseconds since 1970 at which it was seen
	 */
	public record Exit(@Nullable Integer code, long at) {

		/** Whether the process lives and does not answer. */
		public boolean zombie() {
			return this.code == null;
		}

	}

}
