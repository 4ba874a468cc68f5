package lab.harness.analysis;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import lab.harness.model.Metric;

/**
 * Memory of one waiting request: the growth of memory from the run of a variant with the
 * fewest users to one with more, divided by the additional users. Classes and caches,
 * which the app holds at any load, are in both and cancel out.
 */
final class WaitingMemory {

	private WaitingMemory() {
	}

	/**
	 * The figures of a run; only its live heap if it has the fewest users.
	 * @param all all runs of the result
	 */
	static Map<Metric, Double> of(ServiceRun run, List<ServiceRun> all) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		ClassHistogram histogram = run.histogram();
		if (histogram == null || run.workload().open()) {
			return figures;
		}
		figures.put(Metric.LIVE_HEAP_WAITING, histogram.total() / 1024.0 / 1024);
		Optional<ServiceRun> fewest = all.stream()
			.filter((other) -> other.sameVariantAndRound(run) && other.histogram() != null)
			.min(Comparator.comparingInt(ServiceRun::users))
			.filter((other) -> other.users() < run.users());
		ClassHistogram base = fewest.map(ServiceRun::histogram).orElse(null);
		if (fewest.isPresent() && base != null) {
			double more = 1024.0 * (run.users() - fewest.get().users());
			figures.put(Metric.RESIDENT_PER_WAITING, (resident(run) - resident(fewest.get())) / more);
			figures.put(Metric.LIVE_PER_WAITING, (histogram.total() - base.total()) / more);
			histogram.bytes()
				.forEach((owner, bytes) -> figures.put(owner, (bytes - base.bytes().getOrDefault(owner, 0L)) / more));
		}
		return figures;
	}

	/** Mean bytes in the window. */
	private static double resident(ServiceRun run) {
		return run.probe().window().stream().mapToLong((reading) -> reading.app().rssBytes()).average().orElse(0);
	}

}
