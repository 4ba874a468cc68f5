package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.Metric;
import lab.harness.model.Metric.Better;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;

/**
 * The variants of each ceiling against each other. With the effects they are the declared
 * family: each of its m intervals has the level 1 - 0.05 / m, so that all hold at once in
 * 95 % of all campaigns. Holm's method, which sees a little more than these intervals,
 * decides only which variants are called different (S. Holm, "A Simple Sequentially
 * Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6(2), 1979).
 *
 * @param effects number of effects that need an interval
 * @param alike the variants of each ceiling, the best first
 */
record Comparisons(Summaries summaries, Metric compare, int effects, List<List<Summary>> alike,
		List<Comparisons.Pair> pairs, Set<Comparisons.Pair> different) {

	Comparisons(Experiment experiment, Summaries summaries, int effects) {
		this(summaries, experiment.compare(), effects, new ArrayList<>(), new ArrayList<>(), new HashSet<>());
		Map<Ceiling, List<Summary>> ceilings = new LinkedHashMap<>();
		summaries.all()
			.stream()
			.filter((one) -> one.figures().containsKey(this.compare) && this.compare.better() != Better.NEITHER
					&& !summaries.hasOpenLoadOrFaults())
			.sorted(Comparator.comparingDouble((one) -> one.point().value()))
			.forEach((one) -> ceilings.computeIfAbsent(ceiling(one), (key) -> new ArrayList<>()).add(one));
		ceilings.values()
			.stream()
			.filter((variants) -> variants.size() > 1)
			.forEach((variants) -> this.alike.add(bestFirst(variants)));
		this.alike.forEach(this::addPairs);
		this.pairs.sort(Comparator.comparingDouble((pair) -> pair.estimate.p()));
		for (Pair pair : this.pairs) {
			if (pair.estimate.p() >= Statistics.ALPHA / (size() - this.different.size())) {
				break;
			}
			this.different.add(pair);
		}
	}

	private Ceiling ceiling(Summary summary) {
		boolean cpu = this.summaries.limit(summary) == Limit.CPU;
		return new Ceiling(summary.point(), cpu, cpu ? Double.NaN : Summaries.mean(Metric.NOMINAL_CEILING, summary));
	}

	private List<Summary> bestFirst(List<Summary> variants) {
		Metric metric = metric(variants);
		int sign = (metric.better() == Better.LESS) ? 1 : -1;
		return variants.stream()
			.sorted(Comparator.comparingDouble((one) -> sign * Summaries.mean(metric, one)))
			.toList();
	}

	/** At a ceiling of slots the loss is compared, which is finer than the throughput. */
	private Metric metric(List<Summary> variants) {
		boolean loss = this.compare == Metric.THROUGHPUT && this.summaries.limit(variants.getFirst()) != Limit.CPU
				&& variants.stream().allMatch((one) -> one.figures().containsKey(Metric.LOSS));
		return loss ? Metric.LOSS : this.compare;
	}

	private void addPairs(List<Summary> bestFirst) {
		Metric metric = metric(bestFirst);
		for (Summary reference : bestFirst) {
			for (Summary one : bestFirst.subList(bestFirst.indexOf(reference) + 1, bestFirst.size())) {
				this.pairs
					.add(new Pair(one, reference, this.summaries.pairs(metric, one, reference, metric != Metric.LOSS)));
			}
		}
	}

	/** Whether there are variants with the same ceiling. */
	boolean ofVariants() {
		return !this.pairs.isEmpty();
	}

	/** The fewest rounds in which two variants could be compared. */
	int leastRounds() {
		return this.pairs.stream().mapToInt((pair) -> pair.estimate.values().size()).min().orElse(Integer.MAX_VALUE);
	}

	/** Number of intervals in the family. */
	int size() {
		return this.pairs.size() + this.effects;
	}

	/** The share of cases in which one interval of the family may be wrong. */
	double alpha() {
		return Statistics.ALPHA / Math.max(1, size());
	}

	/** The claims about the variants of each ceiling whose pairs all have intervals. */
	List<Claim> claims() {
		return this.alike.stream()
			.filter((variants) -> this.pairs.stream()
				.filter((pair) -> variants.contains(pair.one))
				.allMatch((pair) -> pair.estimate.hasInterval()))
			.flatMap((variants) -> groups(variants).stream().flatMap((group) -> claims(group, variants)))
			.toList();
	}

	/** Variants of which no two are called different stand together. */
	private List<List<Summary>> groups(List<Summary> bestFirst) {
		List<List<Summary>> groups = new ArrayList<>();
		for (Summary one : bestFirst) {
			if (groups.isEmpty()
					|| groups.getLast().stream().anyMatch((other) -> this.different.contains(pair(one, other)))) {
				groups.add(new ArrayList<>());
			}
			groups.getLast().add(one);
		}
		return groups;
	}

	private Stream<Claim> claims(List<Summary> group, List<Summary> bestFirst) {
		Metric metric = metric(bestFirst);
		Summary best = bestFirst.getFirst();
		List<String> names = group.stream().map(Summary::variant).toList();
		List<Claim> claims = new ArrayList<>();
		if (group.size() > 1) {
			double margin = this.pairs.stream()
				.filter((pair) -> group.contains(pair.one) && group.contains(pair.reference))
				.mapToDouble((pair) -> pair.estimate.margin(alpha()))
				.max()
				.orElse(0);
			claims.add(new Claim.Alike(metric, best.point(), names, best.variant(), margin));
		}
		if (!group.contains(best)) {
			Interval toBest = group.stream()
				.map((one) -> pair(one, best).estimate.interval(alpha()))
				.reduce(Statistics::hull)
				.orElseThrow();
			claims.add(new Claim.Different(metric, best.point(), names, best.variant(), toBest));
		}
		return claims.stream();
	}

	private Pair pair(Summary one, Summary reference) {
		return this.pairs.stream()
			.filter((pair) -> pair.one.equals(one) && pair.reference.equals(reference))
			.findFirst()
			.orElseThrow();
	}

	record Pair(Summary one, Summary reference, Estimate estimate) {
	}

	/**
	 * The limit that variants share.
	 *
	 * @param nominal its throughput, or NaN for the CPU and if there is none
	 */
	private record Ceiling(Point point, boolean ofCpu, double nominal) {
	}

}
