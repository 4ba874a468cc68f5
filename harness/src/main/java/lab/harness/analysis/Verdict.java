package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Summary;

/**
 * The answer as claims: what each variant reached of its own prediction, and how those of
 * one ceiling differ; or the outcome of each under faults.
 */
record Verdict(Experiment experiment, List<Outcome> outcomes, Summaries summaries, Comparisons comparisons,
		List<Claim> claims) {

	/** Metrics that a limit of users, threads or processors explains. */
	private static final Set<Metric> OF_REQUESTS = Set.of(Metric.THROUGHPUT, Metric.LATENCY_MEAN, Metric.LATENCY_P50,
			Metric.LATENCY_P90, Metric.LATENCY_P99);

	private static final Comparator<Claim.Reached> HIGHEST_CEILING = Comparator
		.comparingDouble((group) -> -Objects.requireNonNullElse(group.ceiling(), 0.0));

	/** The claims in the order of the report. */
	static List<Claim> of(Experiment experiment, List<Outcome> outcomes, Summaries summaries, Comparisons comparisons,
			List<EffectResult> effects, boolean complete) {
		if (outcomes.isEmpty()) {
			return List.of(new Claim.NothingFinished());
		}
		Verdict verdict = new Verdict(experiment, outcomes, summaries, comparisons, new ArrayList<>());
		if (!complete) {
			verdict.claims.add(new Claim.Incomplete());
		}
		List<Outcome> invalid = outcomes.stream().filter((outcome) -> !outcome.valid()).toList();
		if (!invalid.isEmpty()) {
			verdict.claims.add(
					new Claim.Invalid(invalid.stream().map((outcome) -> outcome.run().id()).toList(), outcomes.size()));
		}
		else if (summaries.hasOpenLoadOrFaults()) {
			verdict.reportUnderStress();
		}
		else {
			verdict.compare();
		}
		verdict.lookFor(effects);
		if (verdict.claims.isEmpty()) {
			verdict.asPredicted();
		}
		return verdict.claims;
	}

	/** Programs that only count are not compared: their counts are the answer. */
	private void asPredicted() {
		long counts = this.outcomes.stream()
			.flatMap((outcome) -> outcome.checks().stream())
			.filter((check) -> check.kind() == CheckKind.THEORY)
			.count();
		if (counts > 0) {
			this.claims.add(new Claim.AsPredicted(counts));
		}
	}

	/**
	 * A claim for the places in which a claim has the same outcome, and one for all
	 * claims that are undecided for the same reason.
	 */
	private void lookFor(List<EffectResult> effects) {
		Map<List<Object>, List<Integer>> same = new LinkedHashMap<>();
		for (int i = 0; i < effects.size(); i++) {
			EffectResult effect = effects.get(i);
			String why = Objects.requireNonNullElse(effect.why(), "");
			boolean few = effect.outcome() == EffectOutcome.UNDECIDED && !why.isEmpty();
			same.computeIfAbsent(
					few ? List.of(effect.ok(), why)
							: List.of(effect.claim(), effect.limit(), effect.outcome(), effect.ok(), why),
					(any) -> new ArrayList<>())
				.add(i);
		}
		same.values().forEach((places) -> {
			String claim = effects.get(places.getFirst()).claim();
			this.claims.add(new Claim.Expected(places,
					effects.stream().filter((effect) -> effect.claim().equals(claim)).count()));
		});
	}

	private void reportUnderStress() {
		List<String> names = this.experiment.variants().stream().map(Variant::name).toList();
		this.outcomes.stream()
			.sorted(Comparator.comparingDouble((Outcome outcome) -> outcome.run().point().value())
				.thenComparingInt((outcome) -> names.indexOf(outcome.run().variant().name())))
			.map((outcome) -> new Claim.UnderStress(outcome.run().variant().name(), outcome.run().point()))
			.distinct()
			.forEach(this.claims::add);
	}

	private void compare() {
		if (OF_REQUESTS.contains(this.experiment.compare())) {
			this.claims.addAll(Knees.of(this.summaries.all(), this.outcomes));
		}
		if (this.experiment.compare().better() == Metric.Better.NEITHER) {
			return;
		}
		Map<Point, Map<List<Object>, List<Summary>>> alike = new TreeMap<>(Comparator.comparingDouble(Point::value));
		this.summaries.all()
			.stream()
			.filter((summary) -> summary.figures().containsKey(this.experiment.compare()))
			.forEach((summary) -> alike.computeIfAbsent(summary.point(), (point) -> new LinkedHashMap<>())
				.computeIfAbsent(prediction(summary), (key) -> new ArrayList<>())
				.add(summary));
		if (alike.isEmpty()) {
			return;
		}
		alike.values()
			.forEach((groups) -> groups.values()
				.stream()
				.map(this::reached)
				.sorted(HIGHEST_CEILING)
				.forEach(this.claims::add));
		this.claims.addAll(this.comparisons.claims());
		int rounds = this.summaries.all()
			.stream()
			.mapToInt((summary) -> this.summaries.runsOf(summary).size())
			.min()
			.orElse(0);
		if (this.comparisons.ofVariants() || (this.comparisons.size() > 0 && rounds >= Statistics.LEAST_RUNS)) {
			this.claims.add(new Claim.Method(rounds, Math.min(rounds, this.comparisons.leastRounds()),
					this.comparisons.size()));
		}
	}

	/** Whether Little's law predicts the compared metric. */
	private boolean predicted() {
		return this.experiment.ofServices() && this.experiment.compare() == Metric.THROUGHPUT;
	}

	/** Equal for variants of which the law predicts the same; each alone without it. */
	private List<Object> prediction(Summary summary) {
		Limit limit = this.summaries.limit(summary);
		if (!predicted() || limit == null) {
			return List.of(summary.variant());
		}
		return (limit == Limit.CPU) ? List.of(limit) : List.of(limit, Summaries.mean(Metric.SLOTS, summary),
				Summaries.mean(Metric.NOMINAL_CEILING, summary));
	}

	private Claim.Reached reached(List<Summary> group) {
		DoubleSummaryStatistics figures = statistics(this.experiment.compare(), group);
		DoubleSummaryStatistics ceilings = statistics(Metric.CEILING, group);
		DoubleSummaryStatistics shares = statistics(Metric.OF_CEILING, group);
		Limit limit = this.summaries.limit(group.getFirst());
		boolean law = predicted() && limit != Limit.CPU && limit != Limit.DATABASE_CONNECTIONS
				&& ceilings.getCount() == group.size();
		return new Claim.Reached(this.experiment.compare(), group.getFirst().point(),
				group.stream().map(Summary::variant).toList(), figures.getMin(), figures.getMax(),
				law ? (Double) ceilings.getAverage() : null, law ? (Double) shares.getMin() : null,
				predicted() ? limit : null, law ? (Double) statistics(Metric.SLOTS, group).getMin() : null);
	}

	private static DoubleSummaryStatistics statistics(Metric metric, List<Summary> group) {
		return group.stream()
			.filter((summary) -> summary.figures().containsKey(metric))
			.mapToDouble((summary) -> Summaries.mean(metric, summary))
			.summaryStatistics();
	}

}
