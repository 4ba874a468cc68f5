package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.Metric;
import lab.harness.model.Metric.Better;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Together;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;

/**
 * The variants of each ceiling, two by two. The pairs of one metric are a family, with
 * the effects those of the compared metric: each of its m intervals has the level 1 -
 * 0.05 / m, so that all hold at once in 95 % of all campaigns. Holm's method, which sees
 * a little more than these intervals, decides only which variants are called different
 * (S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian
 * Journal of Statistics 6(2), 1979).
 *
 * @param effects number of effects that need an interval
 * @param roundsOfCost rounds that a comparison of costs needs
 */
record Comparisons(Summaries summaries, Metric compare, int effects, int roundsOfCost, List<Comparisons.Pair> pairs,
		Set<Comparisons.Pair> different) {

	/**
	 * Rounds that a comparison of costs needs if the variants run one after the other:
	 * the machine changes between them, which rounds of runs at the same time have in
	 * common.
	 */
	private static final int ROUNDS_OF_COST = 5;

	/** The cost of a request is compared too wherever services are compared. */
	private static final List<Metric> COST = List.of(Metric.APP_CPU, Metric.RSS_MEAN);

	Comparisons(Experiment experiment, Summaries summaries, int effects) {
		this(summaries, experiment.compare(), effects,
				(experiment.together() == Together.TRUE) ? Statistics.LEAST_RUNS : ROUNDS_OF_COST, new ArrayList<>(),
				new HashSet<>());
		Map<Ceiling, List<Summary>> ceilings = new LinkedHashMap<>();
		summaries.all()
			.stream()
			.filter((one) -> one.figures().containsKey(this.compare) && this.compare.better() != Better.NEITHER
					&& !summaries.hasOpenLoadOrFaults())
			.sorted(Comparator.comparingDouble((one) -> one.point().value()))
			.forEach((one) -> ceilings.computeIfAbsent(ceiling(one), (key) -> new ArrayList<>()).add(one));
		ceilings.values().forEach((variants) -> addPairs(metric(variants), variants));
		if (experiment.ofServices()) {
			COST.stream()
				.filter((metric) -> metric != this.compare)
				.forEach((metric) -> ceilings.values()
					.stream()
					.filter((variants) -> variants.stream().allMatch((one) -> one.figures().containsKey(metric)))
					.forEach((variants) -> addPairs(metric, variants)));
		}
		this.pairs.stream().map(this::family).distinct().forEach(this::findDifferent);
	}

	/** The loss is the compared throughput at a ceiling, so both are of one family. */
	private Metric family(Pair pair) {
		return COST.contains(pair.metric) ? pair.metric : this.compare;
	}

	private void findDifferent(Metric family) {
		int left = size(family);
		for (Pair pair : this.pairs.stream()
			.filter((one) -> family(one) == family && isDecided(one))
			.sorted(Comparator.comparingDouble((one) -> one.estimate.p()))
			.toList()) {
			if (pair.estimate.p() >= Statistics.ALPHA / left) {
				return;
			}
			this.different.add(pair);
			left--;
		}
	}

	private boolean isDecided(Pair pair) {
		return pair.estimate.hasInterval()
				&& (!COST.contains(pair.metric) || pair.estimate.values().size() >= this.roundsOfCost);
	}

	private Ceiling ceiling(Summary summary) {
		boolean cpu = this.summaries.limit(summary) == Limit.CPU;
		return new Ceiling(summary.point(), cpu, cpu ? Double.NaN : Summaries.mean(Metric.NOMINAL_CEILING, summary));
	}

	/** At a ceiling of slots the loss is compared, which is finer than the throughput. */
	private Metric metric(List<Summary> variants) {
		boolean loss = this.compare == Metric.THROUGHPUT && this.summaries.limit(variants.getFirst()) != Limit.CPU
				&& variants.stream().allMatch((one) -> one.figures().containsKey(Metric.LOSS));
		return loss ? Metric.LOSS : this.compare;
	}

	/** Each variant with each that is better. */
	private void addPairs(Metric metric, List<Summary> variants) {
		int sign = (metric.better() == Better.LESS) ? 1 : -1;
		List<Summary> bestFirst = variants.stream()
			.sorted(Comparator.comparingDouble((one) -> sign * Summaries.mean(metric, one)))
			.toList();
		for (Summary reference : bestFirst) {
			for (Summary one : bestFirst.subList(bestFirst.indexOf(reference) + 1, bestFirst.size())) {
				this.pairs.add(new Pair(metric, one, reference,
						this.summaries.pairs(metric, (run) -> run.allows(ClaimKind.of(metric)), one, reference)));
			}
		}
	}

	/** Whether there are variants with the same ceiling. */
	boolean ofVariants() {
		return !this.pairs.isEmpty();
	}

	/** The fewest rounds in which two variants could be compared. */
	int leastRounds() {
		return this.pairs.stream()
			.filter((pair) -> family(pair) == this.compare)
			.mapToInt((pair) -> pair.estimate.values().size())
			.min()
			.orElse(Integer.MAX_VALUE);
	}

	/** Number of intervals in the family of the compared metric. */
	int size() {
		return size(this.compare);
	}

	private int size(Metric family) {
		return (int) this.pairs.stream().filter((pair) -> family(pair) == family).count()
				+ ((family == this.compare) ? this.effects : 0);
	}

	/** The share of cases in which one interval of a family may be wrong. */
	private double alpha(Metric family) {
		return Statistics.ALPHA / Math.max(1, size(family));
	}

	double alpha() {
		return alpha(this.compare);
	}

	/** A claim for each pair. */
	List<Claim> claims() {
		return this.pairs.stream().map(this::claim).toList();
	}

	private Claim claim(Pair pair) {
		Estimate estimate = pair.estimate;
		int rounds = estimate.values().size();
		List<String> because = isDecided(pair) ? List.of()
				: this.summaries.withholding(ClaimKind.of(pair.metric), pair.one, pair.reference);
		Interval interval = estimate.interval(alpha(family(pair)));
		Claim.Status status = !because.isEmpty() ? Claim.Status.WITHHELD : !isDecided(pair) ? Claim.Status.UNDECIDED
				: this.different.contains(pair) ? Claim.Status.SEEN : Claim.Status.NOT_SEEN;
		return new Claim.Pair(pair.metric, pair.one.point(), List.of(pair.one.variant(), pair.reference.variant()),
				new Claim.Difference((rounds > 0) ? (Double) interval.mean() : null, interval.low(), interval.high(),
						rounds),
				status, because);
	}

	record Pair(Metric metric, Summary one, Summary reference, Estimate estimate) {
	}

	/**
	 * The limit that variants share.
	 *
	 * @param nominal its throughput, or NaN for the CPU and if there is none
	 */
	private record Ceiling(Point point, boolean ofCpu, double nominal) {
	}

}
