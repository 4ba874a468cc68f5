package lab.harness.model;

import java.util.List;

import lab.wire.AppLedger;
import lab.wire.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * What the probe saw at one moment: one line of {@code probe.jsonl}. Counters are
 * cumulative, so that any two samples are the edges of a window.
 *
 * @param at milliseconds since 1970 at which the counters were read
 * @param fresh whether both services told their counters for this sample; where a
 * management port was silent the counters are those that were heard last
 * @param processes the processes of the run
 * @param machine the machine
 * @param connections established connections on the app's port
 * @param ledger the app's counters; {@link AppLedger#NONE} of a program
 * @param counters the backend's counters; {@link BackendCounters#NONE} of a program
 */
public record Sample(long at, boolean fresh, Processes processes, MachineSample machine, int connections,
		AppLedger ledger, BackendCounters counters) {

	/** The process of the app or the program. */
	public ProcessSample app() {
		return this.processes.app();
	}

	/** CPU time of app, backend and generator, in milliseconds. */
	public long cpuMillis() {
		return cpuMillis(this.processes.app()) + cpuMillis(this.processes.backend())
				+ cpuMillis(this.processes.generator());
	}

	/** CPU time of a process, 0 where there is none. */
	public static long cpuMillis(@Nullable ProcessSample process) {
		return (process != null) ? process.cpuMillis() : 0;
	}

	/**
	 * The processes of a run.
	 *
	 * @param app of the app or the program
	 * @param backend of the slow backend, or null for a program
	 * @param generator of JMeter, or null before it started and after it ended
	 */
	public record Processes(ProcessSample app, @Nullable ProcessSample backend, @Nullable ProcessSample generator) {
	}

	/**
	 * One process as the operating system sees it; cumulative since its start unless it
	 * says otherwise.
	 *
	 * @param cpuMillis user and system time
	 * @param rssBytes resident memory now
	 * @param threads platform threads now
	 * @param contextSwitches voluntary and forced
	 */
	public record ProcessSample(long cpuMillis, long rssBytes, int threads, long contextSwitches) {
	}

	/**
	 * Processor time of the whole machine since it started, all processors together.
	 *
	 * @param totalMillis all of it
	 * @param idleMillis idle, waiting for a disk included
	 * @param stealMillis taken by another guest of the same host
	 * @param cores each logical processor
	 */
	public record MachineSample(long totalMillis, long idleMillis, long stealMillis, List<CoreSample> cores) {

		public MachineSample {
			cores = List.copyOf(cores);
		}

	}

	/**
	 * Processor time of one logical processor since the machine started.
	 *
	 * @param processor its number
	 * @param totalMillis all of it
	 * @param idleMillis idle, waiting for a disk included
	 */
	public record CoreSample(int processor, long totalMillis, long idleMillis) {
	}

}
