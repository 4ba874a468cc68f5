package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.Experiment;
import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Point;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;
import lab.harness.model.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The valid runs of a result by variant and point, and how two of them differ.
 */
final class Summaries {

	private final Experiment experiment;

	private final List<Outcome> valid;

	Summaries(Experiment experiment, List<Outcome> outcomes) {
		this.experiment = experiment;
		this.valid = outcomes.stream().filter(Outcome::valid).toList();
	}

	/** All summaries, by the order of the variants and then by rising points. */
	List<Summary> all() {
		List<Summary> summaries = new ArrayList<>();
		for (Variant variant : this.experiment.variants()) {
			points(variant.name())
				.forEach((point) -> summaries.add(new Summary(variant.name(), point, figures(variant.name(), point))));
		}
		return summaries;
	}

	private Stream<Point> points(String variant) {
		return this.valid.stream()
			.filter((outcome) -> outcome.run().variant().name().equals(variant))
			.map((outcome) -> outcome.run().point())
			.distinct()
			.sorted(Comparator.comparingDouble(Point::value));
	}

	private Map<Metric, Interval> figures(String variant, Point point) {
		List<Outcome> runs = runsOf(variant, point);
		Map<Metric, Interval> figures = new EnumMap<>(Metric.class);
		for (Metric metric : Metric.values()) {
			List<Figure> found = runs.stream().flatMap((run) -> Stream.ofNullable(run.figures().get(metric))).toList();
			if (found.size() == 1) {
				figures.put(metric,
						new Interval(found.getFirst().value(), found.getFirst().low(), found.getFirst().high(), 1));
			}
			else if (found.size() > 1) {
				figures.put(metric, Statistics.interval(found.stream().map(Figure::value).toList()));
			}
		}
		return figures;
	}

	List<Outcome> runsOf(String variant, Point point) {
		return this.valid.stream()
			.filter((outcome) -> outcome.run().variant().name().equals(variant) && outcome.run().point().equals(point))
			.toList();
	}

	/**
	 * The ratio of two summaries in one metric; null if one of them does not have it.
	 * Runs of the same round are paired, because they draw the same delays. With fewer
	 * than two pairs, the ratio has the noise of both summaries.
	 */
	Statistics.@Nullable Ratio ratio(Metric metric, Summary one, Summary other) {
		Interval numerator = one.figures().get(metric);
		Interval denominator = other.figures().get(metric);
		if (numerator == null || denominator == null) {
			return null;
		}
		List<Double> ones = new ArrayList<>();
		List<Double> others = new ArrayList<>();
		for (Outcome run : runsOf(one.variant(), one.point())) {
			Double value = run.value(metric);
			runsOf(other.variant(), other.point()).stream()
				.filter((match) -> match.run().round() == run.run().round())
				.flatMap((match) -> Stream.ofNullable(match.value(metric)))
				.filter((match) -> match > 0 && value != null && value > 0)
				.findFirst()
				.ifPresent((match) -> {
					ones.add((value != null) ? value : 0);
					others.add(match);
				});
		}
		return (ones.size() < 2) ? Statistics.Ratio.of(numerator, denominator) : Statistics.Ratio.ofPairs(ones, others);
	}

}
