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

	/** In the order of the experiment, points rising. */
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
			List<Figure> of = runs.stream().flatMap((run) -> Stream.ofNullable(run.figures().get(metric))).toList();
			if (of.size() == 1) {
				figures.put(metric, new Interval(of.getFirst().value(), of.getFirst().low(), of.getFirst().high(), 1));
			}
			else if (of.size() > 1) {
				figures.put(metric, Statistics.interval(of.stream().map(Figure::value).toList()));
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
	 * Rounds are paired, since the variants of a round draw the same delays; a single
	 * round has the noise of both.
	 */
	Statistics.@Nullable Ratio ratio(Metric metric, Summary one, Summary other) {
		Interval above = one.figures().get(metric);
		Interval below = other.figures().get(metric);
		if (above == null || below == null) {
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
		return (ones.size() < 2) ? Statistics.Ratio.of(above, below) : Statistics.Ratio.ofPairs(ones, others);
	}

}
