package lab.harness.probe;

import java.util.List;

import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import org.jspecify.annotations.Nullable;

/**
 * What the probe saw at one moment: one line of {@code probe.jsonl}. Counters are
 * cumulative, so that any two samples are the edges of a window.
 *
 * @param at milliseconds since 1970 at which the counters were read
 * @param app the app's process
 * @param backend the backend's process
 * @param generator JMeter's process, or null before it started and after it ended
 * @param machine the machine
 * @param cores each logical processor
 * @param connections established connections on the app's port
 * @param ledger the app's counters
 * @param counters the backend's counters
 * @param fresh whether both services told their counters for this sample; where a
 * management port kept silent the counters are those that were heard last
 */
public record Sample(long at, ProcessSample app, ProcessSample backend, @Nullable ProcessSample generator,
		MachineSample machine, List<CoreSample> cores, int connections, AppLedger ledger, BackendCounters counters,
		boolean fresh) {

	public Sample {
		cores = List.copyOf(cores);
	}

}
