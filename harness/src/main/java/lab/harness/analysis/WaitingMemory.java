package lab.harness.analysis;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import lab.harness.model.Metric;

/**
 * What one waiting request costs: the growth of memory from the run of a variant with the
 * fewest users to one with more, over the users that it has more. What the app holds at
 * any load, classes and caches, is in both and falls out.
 */
final class WaitingMemory {

	private WaitingMemory() {
	}

	/**
	 * The figures of a run; of the one with the fewest users only its live heap.
	 * @param all the runs of the result
	 */
	static Map<Metric, Double> of(Measured run, List<Measured> all) {
		Map<Metric, Double> figures = new EnumMap<>(Metric.class);
		ClassHistogram histogram = run.histogram();
		if (histogram == null || run.workload().open()) {
			return figures;
		}
		figures.put(Metric.LIVE_HEAP_WAITING, histogram.total() / 1024.0 / 1024);
		Optional<Measured> fewest = all.stream()
			.filter((other) -> other.variant().equals(run.variant()) && other.histogram() != null)
			.filter((other) -> other.record().run().round() == run.record().run().round())
			.min(Comparator.comparingInt(Measured::users))
			.filter((other) -> other.users() < run.users());
		ClassHistogram base = fewest.map(Measured::histogram).orElse(null);
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
	private static double resident(Measured run) {
		return run.probe().window().stream().mapToLong((reading) -> reading.app().rssBytes()).average().orElse(0);
	}

}
