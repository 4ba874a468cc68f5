package lab.harness.analysis;

import java.util.List;

import lab.harness.model.Load;
import org.jspecify.annotations.Nullable;

/**
 * The mean latency that theory gives. It is the time of a request that waits for no other
 * one, R, until the users are more than what serves them at once; then it is users /
 * ceiling, by Little's law of the closed workload, N = X R. These are the two asymptotes
 * of P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network
 * Models", ACM Computing Surveys 10(3), 1978.
 */
final class LatencyLaw {

	private LatencyLaw() {
	}

	/**
	 * The mean latency of a run in milliseconds, or null where theory gives none.
	 * @param all the runs of the result: what a request computes is known by the one with
	 * a single user
	 */
	static @Nullable Double millis(Measured run, List<Measured> all) {
		Load load = run.workload();
		if (load.computes()) {
			Double service = serviceMillis(run, all);
			return (service != null && !load.open()) ? (Double) (service * Math.max(1, load.users() / servers(run)))
					: null;
		}
		if (!load.callsBackend()) {
			return null;
		}
		double alone = load.callsAtOnce() ? run.latency().meanOfLongest(load.calls())
				: load.calls() * run.latency().meanMillis();
		return (load.hasCeiling() && !load.open()) ? Math.max(alone, load.users() * 1000 / run.nominalCeiling())
				: alone;
	}

	/** Requests that compute at once: one on each core, if there are threads for them. */
	private static double servers(Measured run) {
		double cores = run.dedicatedCores() ? run.record().placement().app().size() : run.window().cores();
		return Math.min(cores, run.slotsOfApp());
	}

	private static @Nullable Double serviceMillis(Measured run, List<Measured> all) {
		return all.stream()
			.filter((other) -> other.variant().equals(run.variant()) && other.workload().users() == 1)
			.filter((other) -> other.record().run().round() == run.record().run().round())
			.filter((other) -> other.load().latency().count() > 0)
			.map((other) -> other.load().latency().mean())
			.findFirst()
			.orElse(null);
	}

}
