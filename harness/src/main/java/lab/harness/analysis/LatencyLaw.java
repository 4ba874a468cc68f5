package lab.harness.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.experiment.Load;
import lab.harness.model.experiment.Point;
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

	private static final int SIMULATED = 200_000;

	private static final long SEED = 42;

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

	/**
	 * Predicts a percentile of the latency of open arrivals at a share of the capacity,
	 * in milliseconds: a request waits for the backend, and then for a processor, which
	 * serves for 1 / capacity. What leaves the first wait is again a Poisson process (N.
	 * M. Mirasol, "The Output of an M/G/∞ Queuing System is Poisson", Operations Research
	 * 11(2), 1963), so the second is an M/D/c queue.
	 * @param share 0.99 for the 99th percentile
	 * @return null if the capacity is not known
	 */
	static @Nullable Double percentile(ServiceRun run, double share) {
		Point point = run.record().run().point();
		Integer rate = run.workload().rate();
		if (!point.axis().equals(Axis.OF_CAPACITY) || rate == null || !run.target().callsBackend()) {
			return null;
		}
		int servers = (int) Math.max(1, Math.round(servers(run)));
		return percentile(run.latency(), servers, 10 * point.value() * servers / rate, rate / 1000.0, share);
	}

	/**
	 * A percentile of delay, queue and service, simulated, since an M/D/c queue has no
	 * closed form.
	 * @param serviceMillis the time for which a request occupies a server
	 * @param arrivals arrivals a millisecond
	 */
	static double percentile(DelayDistribution delay, int servers, double serviceMillis, double arrivals,
			double share) {
		SplittableRandom random = new SplittableRandom(SEED);
		PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(servers, 0.0));
		double[] latencies = new double[SIMULATED];
		double now = 0;
		for (int i = -SIMULATED / 10; i < SIMULATED; i++) {
			now -= Math.log(1 - random.nextDouble()) / arrivals;
			double begin = Math.max(now, free.remove());
			free.add(begin + serviceMillis);
			double latency = begin - now + serviceMillis + delay.quantile(random.nextDouble());
			if (i >= 0) {
				latencies[i] = latency;
			}
		}
		Arrays.sort(latencies);
		return latencies[(int) Math.ceil(share * SIMULATED) - 1];
	}

	/** Requests that compute at once: one on each core, if there are threads for them. */
	private static double servers(ServiceRun run) {
		double cores = Objects.requireNonNullElse(run.ownCores(), (double) run.window().cores());
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
