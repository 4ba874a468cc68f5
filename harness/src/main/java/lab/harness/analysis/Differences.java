package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import lab.harness.model.Metric;
import lab.harness.model.Metric.Section;
import lab.harness.model.Point;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;

/**
 * The metrics in which variants under faults differ, the most telling ones first. What is
 * equal is left out.
 */
final class Differences {

	private static final int MOST = 8;

	/** Smaller differences, as a share of the largest value, have no meaning. */
	private static final double LEAST = 0.1;

	private static final Set<Metric> ALSO = Set.of(Metric.ERRORS, Metric.LATENCY_P99, Metric.THROUGHPUT);

	/** Metrics from before the first fault are no outcome of it. */
	private static final Set<Metric> BEFORE = Set.of(Metric.BEFORE, Metric.THREADS_BEFORE, Metric.RSS_BEFORE,
			Metric.LIVE_HEAP_BEFORE);

	private Differences() {
	}

	static List<Clause> of(List<Summary> summaries) {
		List<Map.Entry<Double, Clause>> found = new ArrayList<>();
		for (Point point : summaries.stream().map(Summary::point).distinct().toList()) {
			for (Metric metric : Metric.values()) {
				if (!tells(metric)) {
					continue;
				}
				Map<String, Interval> values = new LinkedHashMap<>();
				summaries.stream()
					.filter((summary) -> summary.point().equals(point) && summary.figures().containsKey(metric))
					.forEach((summary) -> values.put(summary.variant(),
							Objects.requireNonNull(summary.figures().get(metric))));
				double share = (values.size() < 2) ? 0 : share(metric, List.copyOf(values.values()));
				if (share > LEAST) {
					Map<String, Double> means = new LinkedHashMap<>();
					values.forEach((variant, value) -> means.put(variant, value.mean()));
					found.add(Map.entry(share, new Clause.Difference(metric, point, means)));
				}
			}
		}
		// Equal differences keep the order of the catalogue.
		return found.stream()
			.sorted(Map.Entry.<Double, Clause>comparingByKey().reversed())
			.limit(MOST)
			.map(Map.Entry::getValue)
			.toList();
	}

	private static boolean tells(Metric metric) {
		return (metric.section() == Section.FAULTS || metric.section() == Section.HELD || ALSO.contains(metric))
				&& !BEFORE.contains(metric);
	}

	/** The difference as a share of the largest value, 0 if it may be noise. */
	private static double share(Metric metric, List<Interval> values) {
		Interval least = values.stream().min(Comparator.comparingDouble(Interval::mean)).orElseThrow();
		Interval most = values.stream().max(Comparator.comparingDouble(Interval::mean)).orElseThrow();
		double largest = Math.max(Math.abs(least.mean()), Math.abs(most.mean()));
		return (largest == 0 || noise(metric, least, most)) ? 0 : (most.mean() - least.mean()) / largest;
	}

	/**
	 * Intervals overlap; or of counts of a single run, which have no interval, the
	 * difference is within three standard deviations of Poisson counts.
	 */
	private static boolean noise(Metric metric, Interval least, Interval most) {
		Double high = least.high();
		Double low = most.low();
		if (high != null && low != null) {
			return low <= high;
		}
		boolean counts = metric.unit().equals("requests") || metric.unit().equals("calls");
		return counts && most.mean() - least.mean() <= 3 * Math.sqrt(most.mean() + least.mean());
	}

}
