package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;
import org.jspecify.annotations.Nullable;

/**
 * The valid runs of a result by variant and point.
 *
 * @param measuredTogether whether one command measured all rounds; a later one finds
 * another machine, so only ratios within a round then have an interval
 * @param all all summaries, by the order of the variants and then by rising points
 */
record Summaries(List<Outcome> valid, boolean measuredTogether, List<Summary> all) {

	Summaries(Experiment experiment, List<Outcome> outcomes, boolean measuredTogether) {
		this(outcomes.stream().filter(Outcome::valid).toList(), measuredTogether, new ArrayList<>());
		for (Variant variant : experiment.variants()) {
			this.valid.stream()
				.filter((outcome) -> outcome.run().variant().name().equals(variant.name()))
				.map((outcome) -> outcome.run().point())
				.distinct()
				.sorted(Comparator.comparingDouble(Point::value))
				.forEach((point) -> this.all.add(summary(variant.name(), point)));
		}
	}

	private Summary summary(String variant, Point point) {
		Summary summary = new Summary(variant, point, new EnumMap<>(Metric.class));
		for (Metric metric : Metric.values()) {
			if (metric == Metric.THROUGHPUT && runsOf(summary).stream().anyMatch(Outcome::hasCollapsed)) {
				continue;
			}
			Estimate comparable = inCommonRounds(metric, point, comparableValues(metric, summary));
			Estimate values = comparable.values().isEmpty() ? values(metric, runsOf(summary)) : comparable;
			if (!values.values().isEmpty()) {
				summary.figures()
					.put(metric, hasInterval(metric, summary) ? values.interval(Statistics.ALPHA)
							: new Interval(values.value(), null, null, values.values().size()));
			}
		}
		return summary;
	}

	/**
	 * The values of those rounds of which every variant at the point allows the metric,
	 * so that means beside each other come from the same rounds; all values if these are
	 * too few.
	 */
	private Estimate inCommonRounds(Metric metric, Point point, Estimate own) {
		Map<String, Set<Integer>> rounds = this.valid.stream()
			.filter((run) -> run.run().point().equals(point) && run.value(metric) != null && run.allows(metric))
			.collect(Collectors.groupingBy((run) -> run.run().variant().name(),
					Collectors.mapping((run) -> run.run().round(), Collectors.toSet())));
		Map<Integer, Double> common = new TreeMap<>(own.rounds());
		common.keySet().removeIf((round) -> rounds.values().stream().anyMatch((some) -> !some.contains(round)));
		return (common.size() < Statistics.LEAST_RUNS) ? own : Estimate.of(common, false);
	}

	/**
	 * Whether the rounds of a row are independent, so that Student's interval holds for
	 * their mean: where the law decides. All else follows the speed of the machine, and a
	 * slow one stays slow for some rounds.
	 */
	private boolean hasInterval(Metric metric, Summary summary) {
		if (metric != Metric.OF_CEILING && (metric != Metric.THROUGHPUT || !this.measuredTogether)) {
			return false;
		}
		Limit limit = limit(summary);
		return limit != null && limit != Limit.CPU;
	}

	/** Whether the variants were measured at the same time in all rounds. */
	boolean ranTogether() {
		return !this.valid.isEmpty() && this.valid.stream()
			.allMatch((outcome) -> outcome.checks().stream().anyMatch((one) -> one.kind() == CheckKind.TOGETHER_IDLE));
	}

	List<Outcome> runsOf(Summary summary) {
		return this.valid.stream()
			.filter((outcome) -> outcome.run().variant().name().equals(summary.variant())
					&& outcome.run().point().equals(summary.point()))
			.toList();
	}

	/** The value of each run whose code and machine allow a comparison of the metric. */
	Estimate comparableValues(Metric metric, Summary summary) {
		return values(metric, runsOf(summary).stream().filter((run) -> run.allows(metric)).toList());
	}

	private Estimate values(Metric metric, List<Outcome> runs) {
		Map<Integer, Double> values = new TreeMap<>();
		runs.forEach((run) -> values.computeIfAbsent(run.run().round(), (round) -> run.value(metric)));
		return Estimate.of(values, false);
	}

	/**
	 * The ratio or the difference in each round of which both runs are allowed: runs of
	 * the same round draw the same delays.
	 */
	Estimate pairs(Metric metric, Predicate<Outcome> allowed, Summary one, Summary other) {
		boolean ofRatios = metric != Metric.LOSS;
		Map<Integer, Double> pairs = new TreeMap<>();
		for (Outcome run : runsOf(one)) {
			runsOf(other).stream().filter((match) -> match.run().round() == run.run().round()).forEach((match) -> {
				Double value = run.value(metric);
				Double reference = match.value(metric);
				if (value != null && reference != null && allowed.test(run) && allowed.test(match)
						&& (!ofRatios || value > 0 && reference > 0)) {
					pairs.put(run.run().round(), ofRatios ? value / reference : value - reference);
				}
			});
		}
		return Estimate.of(pairs, ofRatios);
	}

	/**
	 * The names of the checks that withhold a kind of claims from any run of the rows.
	 */
	List<String> withholding(ClaimKind kind, Summary... rows) {
		return Stream.of(rows)
			.flatMap((row) -> runsOf(row).stream())
			.flatMap((run) -> run.withholding(kind).stream())
			.map((check) -> check.kind().toString())
			.distinct()
			.toList();
	}

	boolean hasOpenLoadOrFaults() {
		return this.valid.stream().anyMatch((outcome) -> outcome.run().variant().subject().hasOpenLoadOrFaults());
	}

	/**
	 * The warm runs, or all if none is. What limits cold code need not limit the same
	 * code when it is warm: its compilers take processors from it.
	 */
	static List<Outcome> warm(List<Outcome> runs) {
		List<Outcome> warm = runs.stream().filter((run) -> !run.cold()).toList();
		return warm.isEmpty() ? runs : warm;
	}

	/** The limit of its warm runs, null if unknown; the CPU if it is the limit of any. */
	@Nullable Limit limit(Summary summary) {
		List<Outcome> runs = warm(runsOf(summary));
		return runs.stream().anyMatch((run) -> run.behaviour().limitedBy() == Limit.CPU) ? Limit.CPU
				: runs.getFirst().behaviour().limitedBy();
	}

	/** The mean of the runs, or NaN if no run has the metric. */
	static double mean(Metric metric, Summary summary) {
		Interval figure = summary.figures().get(metric);
		return (figure != null) ? figure.mean() : Double.NaN;
	}

}
