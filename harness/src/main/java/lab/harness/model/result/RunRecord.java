package lab.harness.model.result;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.experiment.Run;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a run, {@code run.json} in its folder. The file is written when the
 * measurement begins and again when it ends, so that an interrupted run keeps its facts.
 *
 * @param knowledge what is known of the service; {@link Knowledge#NONE} for a program
 * @param end the facts of the end, or null while it runs and after an interruption
 * @param failure the reason for which it could not be finished, or null
 */
public record RunRecord(Run run, Instant startedAt, Knowledge knowledge, Placement placement, Preparation preparation,
		Commands commands, @Nullable End end, @Nullable Failure failure) {

	/** The applied faults; empty before the run has ended. */
	public List<AppliedFault> faults() {
		return (this.end != null) ? this.end.faults() : List.of();
	}

	/** The end of the app during the load, or null if it did not end. */
	public @Nullable Exit exit() {
		return (this.end != null) ? this.end.exit() : null;
	}

	public RunRecord ended(End end) {
		return new RunRecord(this.run, this.startedAt, this.knowledge, this.placement, this.preparation, this.commands,
				end, null);
	}

	public RunRecord failed(Failure failure) {
		return new RunRecord(this.run, this.startedAt, this.knowledge, this.placement, this.preparation, this.commands,
				null, failure);
	}

	/** The record of a run that failed before the measurement. */
	public static RunRecord failed(Run run, Failure failure) {
		return new RunRecord(run, Instant.EPOCH, Knowledge.NONE, Placement.SHARED,
				new Preparation(Duration.ZERO, null, null, null), new Commands(List.of(), List.of(), List.of()), null,
				failure);
	}

	/**
	 * The facts of the time before the measurement.
	 *
	 * @param warmUp duration of all warm-ups, ramps included
	 * @param liveHeapBytes live heap of the idle app, or null if unknown
	 * @param gentleCpuMillis CPU time of a request under the few users of the warm-up, or
	 * null if unknown
	 * @param readyMillis milliseconds from the start of the app's process until it was
	 * ready, or null if unknown
	 */
	public record Preparation(Duration warmUp, @Nullable Long liveHeapBytes, @Nullable Double gentleCpuMillis,
			@Nullable Long readyMillis) {
	}

	/**
	 * The exact commands of a run, each as a list of words; empty where there is no
	 * process.
	 */
	public record Commands(List<String> app, List<String> backend, List<String> generator) {
	}

	/**
	 * The facts of the end of a run.
	 *
	 * @param jmeterSummary requests a second in JMeter's own summary of the measured
	 * process, or null for a program
	 * @param exit the end of the app during the load, or null if it did not end
	 * @param liveHeapBytes live heap of the idle app after the drain, or null if unknown
	 */
	public record End(@Nullable Double jmeterSummary, int samplesSkipped, List<AppliedFault> faults,
			@Nullable Exit exit, @Nullable Long liveHeapBytes) {
	}

	/**
	 * An applied fault.
	 *
	 * @param beganAt its beginning, in milliseconds since 1970
	 * @param endedAt its end, in milliseconds since 1970, or null if it does not end
	 * @param slowClients the counters of the slow clients, or null for another kind
	 */
	public record AppliedFault(PlannedFault fault, long beganAt, @Nullable Long endedAt,
			@Nullable SlowClients slowClients) {
	}

	/**
	 * The counters of slow clients.
	 *
	 * @param sent clients that connected and sent their request
	 * @param refused clients that got no connection
	 * @param bytesRead bytes of answers that all clients read
	 */
	public record SlowClients(long sent, long refused, long bytesRead) {
	}

	/**
	 * The end of an app during the load.
	 *
	 * @param code exit code of its process, such as 3 after an OutOfMemoryError and 143
	 * after SIGTERM; null for a process that lives and no longer answers
	 * @param at the time of the observation, in milliseconds since 1970
	 */
	public record Exit(@Nullable Integer code, long at) {

		/** Whether the process lives and no longer answers. */
		public boolean isZombie() {
			return this.code == null;
		}

	}

}
