package lab.harness.analysis;

import java.util.List;
import java.util.stream.Stream;

import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Target;
import org.jspecify.annotations.Nullable;

/**
 * The mean latency that theory predicts: the time of a request that waits for no other
 * one, until there are more users than slots; from there on users / ceiling, by Little's
 * law of the closed workload, N = X (R + Z), in which the users think for Z. These are
 * the two asymptotes of P. J. Denning and J. P. Buzen, "The Operational Analysis of
 * Queueing Network Models", ACM Computing Surveys 10(3), 1978.
 */
final class LatencyLaw {

	private LatencyLaw() {
	}

	/**
	 * Predicts the mean latency of a run in milliseconds; null if theory predicts none.
	 * @param all all runs of the result: that with a single user shows how long a request
	 * computes
	 */
	static @Nullable Double millis(ServiceRun run, List<ServiceRun> all) {
		Load load = run.workload();
		Target target = run.target();
		double think = load.thinkTime().toMillis();
		if (target.onlyComputes()) {
			Double service = serviceMillis(run, all);
			return (service != null && !load.open())
					? (Double) Math.max(service, service * load.users() / servers(run) - think) : null;
		}
		if (!target.callsBackend() || !target.isUniform()) {
			return null;
		}
		double alone = target.callsAtOnce() ? run.latency().meanOfLongest(target.calls())
				: target.calls() * run.latency().meanMillis();
		return (target.hasCeiling() && !load.open())
				? Math.max(alone, LittlesLaw.millis(load.users(), run.nominalCeiling()) - think) : alone;
	}

	/** Requests that compute at once: one on each core, if there are threads for them. */
	private static double servers(ServiceRun run) {
		double cores = run.dedicatedCores() ? run.record().placement().app().size() : run.window().cores();
		return Math.min(cores, run.slotsOfApp());
	}

	private static @Nullable Double serviceMillis(ServiceRun run, List<ServiceRun> all) {
		return all.stream()
			.filter((other) -> other.sameVariantAndRound(run) && other.workload().users() == 1)
			.flatMap((other) -> Stream.ofNullable(other.load().meanLatency()))
			.findFirst()
			.orElse(null);
	}

}
