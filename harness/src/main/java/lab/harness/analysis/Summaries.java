package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Experiment;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;
import lab.harness.model.Service;
import lab.harness.model.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The valid runs of a result by variant and point.
 */
final class Summaries {

	private final List<Outcome> valid;

	private final List<Summary> all = new ArrayList<>();

	Summaries(Experiment experiment, List<Outcome> outcomes) {
		this.valid = outcomes.stream().filter(Outcome::valid).toList();
		for (Variant variant : experiment.variants()) {
			this.valid.stream()
				.filter((outcome) -> outcome.run().variant().name().equals(variant.name()))
				.map((outcome) -> outcome.run().point())
				.distinct()
				.sorted(Comparator.comparingDouble(Point::value))
				.forEach((point) -> this.all.add(summary(variant.name(), point)));
		}
	}

	/** All summaries, by the order of the variants and then by rising points. */
	List<Summary> all() {
		return this.all;
	}

	private Summary summary(String variant, Point point) {
		Summary summary = new Summary(variant, point, new EnumMap<>(Metric.class));
		for (Metric metric : Metric.values()) {
			List<Double> values = values(metric, summary);
			if (!values.isEmpty()) {
				summary.figures().put(metric, Estimate.of(values).interval(Statistics.ALPHA));
			}
		}
		return summary;
	}

	List<Outcome> runsOf(Summary summary) {
		return this.valid.stream()
			.filter((outcome) -> outcome.run().variant().name().equals(summary.variant())
					&& outcome.run().point().equals(summary.point()))
			.toList();
	}

	/** The value of each run. */
	List<Double> values(Metric metric, Summary summary) {
		return runsOf(summary).stream().flatMap((run) -> Stream.ofNullable(run.value(metric))).toList();
	}

	/**
	 * The value of each round in which both have the metric and were warm enough for it:
	 * runs of the same round draw the same delays.
	 */
	private List<Double> pairs(Metric metric, Summary one, Summary other, DoubleBinaryOperator operator) {
		List<Double> pairs = new ArrayList<>();
		for (Outcome run : runsOf(one)) {
			runsOf(other).stream().filter((match) -> match.run().round() == run.run().round()).forEach((match) -> {
				Double value = run.value(metric);
				Double reference = match.value(metric);
				if (value != null && reference != null && run.comparable(metric) && match.comparable(metric)) {
					pairs.add(operator.applyAsDouble(value, reference));
				}
			});
		}
		return pairs;
	}

	/** The difference in each round. */
	List<Double> differences(Metric metric, Summary one, Summary other) {
		return pairs(metric, one, other, (value, reference) -> value - reference);
	}

	/** The ratio in each round. */
	List<Double> ratios(Metric metric, Summary one, Summary other) {
		return pairs(metric, one, other, (value, reference) -> value / reference);
	}

	boolean hasOpenLoadOrFaults() {
		return this.valid.stream()
			.anyMatch((outcome) -> outcome.run().variant().subject() instanceof Service service
					&& service.hasOpenLoadOrFaults());
	}

	/** The limit of its runs, null if unknown; the CPU if it is the limit of any. */
	@Nullable Limit limit(Summary summary) {
		List<Outcome> runs = runsOf(summary);
		return runs.stream().anyMatch((run) -> run.behaviour().limitedBy() == Limit.CPU) ? Limit.CPU
				: runs.getFirst().behaviour().limitedBy();
	}

	/** The mean of the runs, or NaN if no run has the metric. */
	static double mean(Metric metric, Summary summary) {
		Interval figure = summary.figures().get(metric);
		return (figure != null) ? figure.mean() : Double.NaN;
	}

}
