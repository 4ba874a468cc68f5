package lab.harness.model.result;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * One sample of the probe, a line of {@code probe.jsonl}. Its counters are cumulative, so
 * that any two samples are the edges of a window.
 *
 * @param at the time of the sample, in milliseconds since 1970
 * @param fresh whether both services answered; otherwise the counters are those of an
 * earlier sample
 * @param connections established connections on the app's port
 * @param ledger the app's counters; {@link AppLedger#NONE} for a program
 * @param counters the backend's counters; {@link BackendCounters#NONE} for a program
 * @param gauges what a service of the reader's own tells of itself, empty for a shipped
 * one
 */
public record Sample(long at, boolean fresh, Processes processes, MachineSample machine, int connections,
		AppLedger ledger, BackendCounters counters, Map<Gauge, Double> gauges) {

	public Sample {
		gauges = Map.copyOf(gauges);
	}

	/** The process of the app or the program. */
	public ProcessSample app() {
		return this.processes.app();
	}

	/** CPU time of app, backend and generator, in milliseconds. */
	public long cpuMillis() {
		return cpuMillis(this.processes.app()) + cpuMillis(this.processes.backend())
				+ cpuMillis(this.processes.generator());
	}

	/** CPU time of all runs at the same time, this one included, in milliseconds. */
	public long cpuMillisTogether() {
		return cpuMillis() + this.processes.together();
	}

	/** CPU time of a process, in milliseconds; 0 for null. */
	public static long cpuMillis(@Nullable ProcessSample process) {
		return (process != null) ? process.cpuMillis() : 0;
	}

	/**
	 * The processes of a run.
	 *
	 * @param backend the slow backend, or null if there is none
	 * @param generator JMeter, or null if it does not run
	 * @param together CPU time of the processes of runs at the same time, in milliseconds
	 */
	public record Processes(ProcessSample app, @Nullable ProcessSample backend, @Nullable ProcessSample generator,
			long together) {

		/** The processes of a run that is alone. */
		public Processes(ProcessSample app, @Nullable ProcessSample backend, @Nullable ProcessSample generator) {
			this(app, backend, generator, 0);
		}

		/** The CPU time half-way from an earlier sample; everything else as it is now. */
		public Processes halfWayFrom(Processes earlier) {
			return new Processes(this.app.halfWayFrom(earlier.app),
					(this.backend != null) ? this.backend.halfWayFrom(earlier.backend) : null,
					(this.generator != null) ? this.generator.halfWayFrom(earlier.generator) : null, this.together);
		}

	}

	/**
	 * The operating system's counters of a process since its start.
	 *
	 * @param cpuMillis user and system time
	 * @param rssBytes present resident memory
	 * @param threads present number of platform threads
	 * @param contextSwitches voluntary and forced switches
	 * @param compilerMillis CPU time of the threads with which a JVM compiles, null if
	 * the system does not show it
	 */
	public record ProcessSample(long cpuMillis, long rssBytes, int threads, long contextSwitches,
			@Nullable Long compilerMillis) {

		/** A process that is not visible from here; a visible one has memory. */
		public static final ProcessSample UNSEEN = new ProcessSample(0, 0, 0, 0, null);

		/** CPU time of the program itself, in any state of its code. */
		public long cpuMillisWithoutCompilers() {
			return this.cpuMillis - Objects.requireNonNullElse(this.compilerMillis, 0L);
		}

		ProcessSample halfWayFrom(@Nullable ProcessSample earlier) {
			return (earlier == null) ? this : new ProcessSample((earlier.cpuMillis + this.cpuMillis) / 2, this.rssBytes,
					this.threads, this.contextSwitches, (this.compilerMillis == null || earlier.compilerMillis == null)
							? this.compilerMillis : (Long) ((earlier.compilerMillis + this.compilerMillis) / 2));
		}

	}

	/**
	 * Time of all processors since the start of the machine. There is no busy time: Linux
	 * counts it by who runs at each tick of its clock, which is wrong for programs that
	 * wake with the clock, but measures idle time.
	 *
	 * @param idleMillis idle time, time of waiting for a disk included
	 * @param stealMillis time that the host gave to other guests
	 */
	public record MachineSample(long idleMillis, long stealMillis, List<CoreSample> cores) {
	}

	/**
	 * Time of one logical processor since the start of the machine.
	 *
	 * @param idleMillis idle time, time of waiting for a disk included
	 */
	public record CoreSample(int processor, long idleMillis) {
	}

}
