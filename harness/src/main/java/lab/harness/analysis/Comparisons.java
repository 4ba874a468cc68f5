package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import lab.harness.model.Metric;
import lab.harness.model.Metric.Better;
import lab.harness.model.Point;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;

/**
 * All variants at one point against each other. Of many comparisons at 95 % some show a
 * difference by chance, so they are corrected by Holm's method: in the order of their
 * p-values, the smallest first, each is held against alpha / (comparisons that are left),
 * until one of them is no difference (S. Holm, "A Simple Sequentially Rejective Multiple
 * Test Procedure", Scandinavian Journal of Statistics 6(2), 1979). The interval of a
 * ratio is that of the alpha that it was held against.
 */
final class Comparisons {

	private static final double CLOSE = 0.01;

	private final Summaries summaries;

	private final Metric metric;

	private final List<Summary> bestFirst;

	private final Map<Set<String>, Double> alphas = new HashMap<>();

	private final Set<Set<String>> different = new HashSet<>();

	/**
	 * Compares.
	 * @param all the summaries of a result; those at the point that have the metric count
	 */
	Comparisons(Summaries summaries, List<Summary> all, Metric metric, Point point) {
		this.summaries = summaries;
		this.metric = metric;
		Comparator<Summary> rising = Comparator.comparingDouble(this::mean);
		this.bestFirst = all.stream()
			.filter((summary) -> summary.point().equals(point) && summary.figures().containsKey(metric))
			.sorted((metric.better() == Better.LESS) ? rising : rising.reversed())
			.toList();
		correct();
	}

	private void correct() {
		List<Pair> pairs = new ArrayList<>();
		for (int one = 0; one < this.bestFirst.size(); one++) {
			for (int other = one + 1; other < this.bestFirst.size(); other++) {
				Summary better = this.bestFirst.get(one);
				Summary worse = this.bestFirst.get(other);
				pairs.add(new Pair(Set.of(better.variant(), worse.variant()), of(worse, better).p()));
			}
		}
		pairs.sort(Comparator.comparingDouble(Pair::p));
		double alpha = 0;
		boolean rejecting = true;
		for (int place = 0; place < pairs.size(); place++) {
			Pair pair = pairs.get(place);
			if (rejecting) {
				alpha = Statistics.ALPHA / (pairs.size() - place);
				rejecting = pair.p < alpha;
			}
			this.alphas.put(pair.variants, alpha);
			if (rejecting) {
				this.different.add(pair.variants);
			}
		}
	}

	private Statistics.Ratio of(Summary one, Summary other) {
		return Objects.requireNonNull(this.summaries.ratio(this.metric, one, other));
	}

	double mean(Summary summary) {
		return Objects.requireNonNull(summary.figures().get(this.metric)).mean();
	}

	/** How many pairs there are. */
	int count() {
		return this.alphas.size();
	}

	List<Summary> bestFirst() {
		return this.bestFirst;
	}

	boolean differ(Summary one, Summary other) {
		return this.different.contains(Set.of(one.variant(), other.variant()));
	}

	/** The ratio of two variants with its corrected interval. */
	Interval ratio(Summary one, Summary other) {
		return of(one, other)
			.interval(this.alphas.getOrDefault(Set.of(one.variant(), other.variant()), Statistics.ALPHA));
	}

	/**
	 * Variants among which no difference is seen stand together, the best group first.
	 * Variants without an interval stand together if they are within 1 % of each other.
	 */
	List<List<Summary>> groups() {
		List<List<Summary>> groups = new ArrayList<>();
		for (Summary summary : this.bestFirst) {
			if (groups.isEmpty() || !together(summary, groups.getLast().getFirst())) {
				groups.add(new ArrayList<>());
			}
			groups.getLast().add(summary);
		}
		return groups;
	}

	private boolean together(Summary summary, Summary first) {
		return sure(summary, first) ? !differ(summary, first)
				: Math.abs(mean(summary) - mean(first)) <= CLOSE * Math.abs(mean(first));
	}

	/** Whether the standard error of their ratio is known. */
	boolean sure(Summary one, Summary other) {
		return of(one, other).error() != null;
	}

	private record Pair(Set<String> variants, double p) {
	}

}
