package lab.harness.analysis;

import java.util.List;
import java.util.Objects;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;

/**
 * The claims of the analysis about a campaign, from its outcomes.
 */
final class Claims {

	private final Experiment experiment;

	private final List<Outcome> outcomes;

	private final Summaries summaries;

	private final Effects effects;

	private final Comparisons comparisons;

	Claims(Experiment experiment, List<Outcome> outcomes) {
		List<String> variants = experiment.variants().stream().map((variant) -> variant.name()).toList();
		this.experiment = experiment;
		this.outcomes = outcomes.stream()
			.filter((outcome) -> variants.contains(outcome.run().variant().name()))
			.toList();
		this.summaries = new Summaries(experiment, this.outcomes, true);
		this.effects = new Effects(experiment, this.outcomes, this.summaries, 2);
		this.comparisons = new Comparisons(experiment, this.summaries, this.effects.intervals());
	}

	/** The level of each interval of the declared family. */
	double level() {
		return 1 - this.comparisons.alpha();
	}

	Interval ratio(Metric metric, String one, String other) {
		return this.summaries.pairs(metric, (run) -> run.allows(metric), summary(one), summary(other))
			.interval(this.comparisons.alpha());
	}

	/** The claimed interval of a ratio of CPU, whichever of the two was cheaper. */
	Interval claimed(String one, String other) {
		Claim.Pair claim = this.comparisons.claims()
			.stream()
			.filter(Claim.Pair.class::isInstance)
			.map(Claim.Pair.class::cast)
			.filter((pair) -> pair.metric() == Metric.APP_CPU && pair.pair().containsAll(List.of(one, other)))
			.findFirst()
			.orElseThrow();
		Claim.Difference ratio = claim.difference();
		double mean = Statistics.known(ratio.ratio());
		double low = Statistics.known(ratio.low());
		double high = Statistics.known(ratio.high());
		return claim.pair().getFirst().equals(one) ? new Interval(mean, low, high, ratio.rounds())
				: new Interval(1 / mean, 1 / high, 1 / low, ratio.rounds());
	}

	Interval difference(Metric metric, String one, String other) {
		return ratio(metric, one, other);
	}

	/** The mean of the runs of a variant, with its interval of 95 %. */
	Interval mean(Metric metric, String variant) {
		return Objects.requireNonNull(summary(variant).figures().get(metric));
	}

	/** Whether any two variants are called different. */
	boolean anyDifference() {
		return this.comparisons.claims()
			.stream()
			.anyMatch((claim) -> claim instanceof Claim.Pair pair && pair.status() == Claim.Status.SEEN
					&& isCompared(pair));
	}

	private boolean isCompared(Claim.Pair pair) {
		return pair.metric() == this.experiment.compare().metric()
				|| pair.metric() == Metric.LOSS && this.experiment.compare().metric() == Metric.THROUGHPUT;
	}

	List<EffectResult> effects() {
		return this.effects.results(this.comparisons.alpha());
	}

	List<Claim> verdict() {
		return Verdict.of(this.experiment, this.outcomes, this.summaries, this.comparisons, effects(), true);
	}

	private Summary summary(String variant) {
		return this.summaries.all()
			.stream()
			.filter((summary) -> summary.variant().equals(variant))
			.findFirst()
			.orElseThrow();
	}

}
