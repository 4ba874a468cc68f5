package lab.harness.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The analysis of the evidence of one run.
 *
 * @param notApplied the checks that do not apply, each with the reason
 * @param failure the reason for which it could not be finished or analysed, or null
 */
public record Outcome(Run run, Map<Metric, Figure> figures, List<Check> checks, Map<CheckKind, String> notApplied,
		Counts counts, Behaviour behaviour, Series series, @Nullable Failure failure) {

	public static Outcome failed(Run run, Failure failure) {
		return new Outcome(run, Map.of(), List.of(), Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, failure);
	}

	/** Whether it was finished and every check passed. */
	public boolean valid() {
		return this.failure == null && this.checks.stream().allMatch(Check::ok);
	}

	public List<Check> failedChecks() {
		return this.checks.stream().filter((check) -> !check.ok()).toList();
	}

	/** Whether all failed checks blame the machine. */
	public boolean disturbed() {
		return this.failure == null && !valid()
				&& failedChecks().stream().allMatch((check) -> check.blame() == CheckKind.Blame.MACHINE);
	}

	/** Whether a check failed because the load of the run saturates the processors. */
	public boolean overloaded() {
		return failedChecks().stream().anyMatch((check) -> check.blame() == CheckKind.Blame.LOAD);
	}

	/** The values of all figures, in the order of the catalogue. */
	public Map<Metric, Double> values() {
		Map<Metric, Double> values = new EnumMap<>(Metric.class);
		this.figures.forEach((metric, figure) -> values.put(metric, figure.value()));
		return values;
	}

	/** The value of a figure, or null if it was not measured. */
	public @Nullable Double value(Metric metric) {
		Figure figure = this.figures.get(metric);
		return (figure != null) ? figure.value() : null;
	}

}
