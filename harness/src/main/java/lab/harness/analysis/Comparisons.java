package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.Metric;
import lab.harness.model.Metric.Better;
import lab.harness.model.experiment.Compare;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
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
 * Journal of Statistics 6(2), 1979). Ratios of the pairs that an experiment names have
 * one error, pooled over rounds and pairs.
 *
 * @param effects number of effects that need an interval
 * @param roundsOfCost rounds that a comparison of costs needs
 */
record Comparisons(Summaries summaries, Compare compare, int effects, int roundsOfCost, List<Comparisons.Pair> pairs,
		Set<Comparisons.Pair> different) {

	/**
	 * Rounds that a comparison of costs needs if the variants run one after the other:
	 * the machine changes between them, which rounds of runs at the same time have in
	 * common.
	 */
	static final int ROUNDS_OF_COST = 5;

	/** The cost of a request is compared too wherever services are compared. */
	static final List<Metric> COST = List.of(Metric.APP_CPU, Metric.RSS_MEAN);

	Comparisons(Experiment experiment, Summaries summaries, int effects) {
		this(summaries, experiment.compare(), effects, summaries.ranTogether() ? Statistics.LEAST_RUNS : ROUNDS_OF_COST,
				new ArrayList<>(), new HashSet<>());
		List<Summary> compared = summaries.all()
			.stream()
			.filter((one) -> one.figures().containsKey(metric()) && metric().better() != Better.NEITHER
					&& !summaries.hasOpenLoadOrFaults())
			.sorted(Comparator.comparingDouble((one) -> one.point().value()))
			.toList();
		groups(metric(), compared).forEach((variants) -> addPairs(metric(variants), variants));
		if (experiment.ofServices()) {
			COST.stream()
				.filter((metric) -> metric != metric())
				.forEach((metric) -> groups(metric, compared).stream()
					.filter((variants) -> variants.stream().allMatch((one) -> one.figures().containsKey(metric)))
					.forEach((variants) -> addPairs(metric, variants)));
		}
		this.pairs.stream().map(this::family).distinct().forEach(this::findDifferent);
	}

	private Metric metric() {
		return this.compare.metric();
	}

	/** The loss is the compared throughput at a ceiling, so both are of one family. */
	private Metric family(Pair pair) {
		return COST.contains(pair.metric) ? pair.metric : metric();
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

	/**
	 * The variants that share a ceiling. What a request costs is compared at different
	 * ceilings too, if the experiment names the pair.
	 */
	private Collection<List<Summary>> groups(Metric metric, List<Summary> compared) {
		boolean anyCeiling = COST.contains(metric) && !this.compare.pairs().isEmpty();
		return compared.stream()
			.collect(Collectors.groupingBy(
					(one) -> anyCeiling ? new Ceiling(one.point(), false, Double.NaN) : ceiling(one),
					LinkedHashMap::new, Collectors.toList()))
			.values();
	}

	private Ceiling ceiling(Summary summary) {
		boolean cpu = this.summaries.limit(summary) == Limit.CPU;
		return new Ceiling(summary.point(), cpu, cpu ? Double.NaN : Summaries.mean(Metric.NOMINAL_CEILING, summary));
	}

	/** At a ceiling of slots the loss is compared, which is finer than the throughput. */
	private Metric metric(List<Summary> variants) {
		boolean loss = metric() == Metric.THROUGHPUT && this.summaries.limit(variants.getFirst()) != Limit.CPU
				&& variants.stream().allMatch((one) -> one.figures().containsKey(Metric.LOSS));
		return loss ? Metric.LOSS : metric();
	}

	/** Each variant with each that is better. */
	private void addPairs(Metric metric, List<Summary> variants) {
		int sign = (metric.better() == Better.LESS) ? 1 : -1;
		List<Summary> bestFirst = variants.stream()
			.sorted(Comparator.comparingDouble((one) -> sign * Summaries.mean(metric, one)))
			.toList();
		List<Pair> added = new ArrayList<>();
		for (Summary reference : bestFirst) {
			bestFirst.stream()
				.skip(bestFirst.indexOf(reference) + 1L)
				.filter((one) -> this.compare.isOf(one.variant(), reference.variant()))
				.forEach((one) -> added.add(new Pair(metric, one, reference,
						this.summaries.pairs(metric, (run) -> run.allows(ClaimKind.of(metric)), one, reference))));
		}
		// The loss of a variant that nearly fills its slots varies less than that of
		// others.
		this.pairs.addAll((this.compare.pairs().isEmpty() || metric == Metric.LOSS) ? added : pooled(added));
	}

	/**
	 * Gives pairs one variance of a difference: the squares of all pairs over their d
	 * degrees of freedom. Pairs that share a variant are not independent, so the variance
	 * has fewer degrees, (Σ d)² / Σ ρ² tr(M N) over all pairs of pairs, where ρ is the
	 * correlation of their differences and M and N centre their rounds; all three pairs
	 * of three variants have 2 (n - 1), as in an analysis of variance (F. E.
	 * Satterthwaite, "An Approximate Distribution of Estimates of Variance Components",
	 * Biometrics Bulletin 2(6), 1946).
	 */
	private static List<Pair> pooled(List<Pair> pairs) {
		List<Pair> varied = pairs.stream().filter((pair) -> pair.estimate.rounds().size() > 1).toList();
		if (varied.isEmpty()) {
			return pairs;
		}
		double squares = varied.stream().mapToDouble((pair) -> pair.estimate.squares()).sum();
		double degrees = varied.stream().mapToDouble((pair) -> pair.estimate.rounds().size() - 1).sum();
		double common = varied.stream()
			.mapToDouble((pair) -> varied.stream().mapToDouble(pair::degreesInCommon).sum())
			.sum();
		return pairs.stream().map((pair) -> pair.with(squares / degrees, degrees * degrees / common)).toList();
	}

	/** Whether there are variants with the same ceiling. */
	boolean ofVariants() {
		return !this.pairs.isEmpty();
	}

	/** The fewest rounds in which two variants could be compared. */
	int leastRounds() {
		return this.pairs.stream()
			.filter((pair) -> family(pair) == metric())
			.mapToInt((pair) -> pair.estimate.values().size())
			.min()
			.orElse(Integer.MAX_VALUE);
	}

	/** Number of intervals in the family of the compared metric. */
	int size() {
		return size(metric());
	}

	private int size(Metric family) {
		return (int) this.pairs.stream().filter((pair) -> family(pair) == family).count()
				+ ((family == metric()) ? this.effects : 0);
	}

	/** The share of cases in which one interval of a family may be wrong. */
	private double alpha(Metric family) {
		return Statistics.ALPHA / Math.max(1, size(family));
	}

	double alpha() {
		return alpha(metric());
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

		private Pair with(double variance, double degrees) {
			return new Pair(this.metric, this.one, this.reference, this.estimate.withVariance(variance, degrees));
		}

		/** The degrees of freedom that two pairs share: ρ² tr(M N). */
		private double degreesInCommon(Pair other) {
			Set<Summary> variants = new HashSet<>(List.of(this.one, this.reference, other.one, other.reference));
			double correlation = (4 - variants.size()) / 2.0;
			Set<Integer> rounds = new HashSet<>(this.estimate.rounds().keySet());
			rounds.retainAll(other.estimate.rounds().keySet());
			double own = 1.0 / this.estimate.rounds().size();
			double others = 1.0 / other.estimate.rounds().size();
			return correlation * correlation * rounds.size() * (1 - own - others + own * others * rounds.size());
		}

	}

	/**
	 * The limit that variants share.
	 *
	 * @param nominal its throughput, or NaN for the CPU and if there is none
	 */
	private record Ceiling(Point point, boolean ofCpu, double nominal) {
	}

}
