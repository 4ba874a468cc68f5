package lab.harness.lesson;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Point;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Outcome;
import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * The name of a measured figure: {@code [experiment/]variant[/point]/metric}. The
 * experiment may be left out if a lesson runs only one, the point if the variant has only
 * one.
 *
 * @param place experiment, variant and point, as far as they are written
 */
public record Figure(List<String> place, Metric metric) {

	@JsonCreator(mode = JsonCreator.Mode.DELEGATING)
	static Figure of(String text) {
		List<String> parts = Arrays.asList(text.split("/"));
		InvalidInputException.require(parts.size() >= 2 && parts.size() <= 4, "figure",
				"'" + text + "' is no figure; write variant/metric, such as webflux/throughput");
		Metric metric = Stream.of(Metric.values())
			.filter((any) -> any.toString().equals(parts.getLast()))
			.findFirst()
			.orElseThrow(() -> new InvalidInputException("figure",
					"there is no metric '" + parts.getLast() + "'; docs/reference/result-json.md lists them"));
		return new Figure(List.copyOf(parts.subList(0, parts.size() - 1)), metric);
	}

	/** Whether an experiment measures it; all are those that run together. */
	boolean isIn(List<Experiment> all) {
		return all.stream().anyMatch((experiment) -> {
			List<String> path = within(experiment.name(), all.size() == 1);
			return experiment.variants().stream().anyMatch((variant) -> matches(path, variant));
		});
	}

	private static boolean matches(List<String> path, Variant variant) {
		List<Point> points = variant.axis().points();
		return !path.isEmpty() && path.getFirst().equals(variant.name()) && ((path.size() == 1) ? points.size() == 1
				: path.size() == 2 && points.stream().anyMatch((point) -> point.text().equals(path.get(1))));
	}

	/**
	 * The run that measured it, or null.
	 * @param outcomes the runs of each experiment by its name
	 */
	@Nullable Outcome in(Map<String, List<Outcome>> outcomes) {
		return outcomes.entrySet().stream().flatMap((experiment) -> {
			List<String> path = within(experiment.getKey(), outcomes.size() == 1);
			return experiment.getValue().stream().filter((outcome) -> matches(path, outcome));
		}).findFirst().orElse(null);
	}

	private static boolean matches(List<String> path, Outcome outcome) {
		return !path.isEmpty() && path.getFirst().equals(outcome.run().variant().name())
				&& (path.size() == 1 || path.get(1).equals(outcome.run().point().text()));
	}

	/** Variant and point if the figure is of this experiment, else nothing. */
	private List<String> within(String experiment, boolean only) {
		boolean named = this.place.size() > 1 && this.place.getFirst().equals(experiment);
		return named ? this.place.subList(1, this.place.size()) : only ? this.place : List.of();
	}

	@Override
	public String toString() {
		return String.join("/", this.place) + "/" + this.metric;
	}

}
