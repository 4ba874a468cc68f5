package lab.harness.probe;

import java.util.List;

import lab.harness.experiment.Fault;
import lab.harness.experiment.Load;
import lab.harness.experiment.Variant;
import lab.harness.schedule.Run;
import org.jspecify.annotations.Nullable;

/**
 * What a run was put through besides users in a closed loop, and how the app came out of
 * it.
 *
 * @param rate arrivals a second that were offered, or null for a closed loop
 * @param generatorUsers users that the generator had to send them with
 * @param faults what went wrong on purpose, with the times at which it really did
 * @param mayExit whether the app was allowed to end by itself
 * @param end how the app ended while the load went on, or null where it did not
 * @param liveHeapBefore bytes that the app at rest held before the load, or null where
 * nothing can tell
 * @param liveHeapAfter bytes that it held after the drain, or null
 */
public record Stress(@Nullable Integer rate, int generatorUsers, List<Applied> faults, boolean mayExit,
		@Nullable End end, @Nullable Long liveHeapBefore, @Nullable Long liveHeapAfter) {

	public Stress {
		faults = List.copyOf(faults);
	}

	/** Null for users in a closed loop and nothing else. */
	static @Nullable Stress begun(Run run) {
		Variant variant = run.variant();
		Load load = variant.load();
		return (load.open() || !variant.faults().isEmpty() || variant.mayExit())
				? new Stress(load.open() ? run.users() : null, load.users(run.users()), List.of(), variant.mayExit(),
						null, null, null)
				: null;
	}

	Stress ended(List<Applied> faults, @Nullable End end, @Nullable Long liveHeapBefore, @Nullable Long liveHeapAfter) {
		return new Stress(this.rate, this.generatorUsers, faults, this.mayExit, end, liveHeapBefore, liveHeapAfter);
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
	public record Applied(Fault fault, long beganAt, @Nullable Long endedAt, SlowClients.@Nullable Counts slowClients) {
	}

	/**
	 * The end of an app.
	 *
	 * @param exitCode the code with which its process ended, 3 after an OutOfMemoryError;
	 * null for a zombie: a process that lives and does not answer any more
	 * @param at milliseconds since 1970 at which it was seen
	 */
	public record End(@Nullable Integer exitCode, long at) {

		/** Whether its process lives and does not answer. */
		public boolean zombie() {
			return this.exitCode == null;
		}

	}

}
