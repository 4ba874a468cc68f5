package lab.harness.model.result;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Run;
import lab.harness.model.result.Behaviour.Limit;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of the evidence of one run.
 *
 * @param figures the measured figures, in the order of the catalogue
 * @param notApplied the checks that do not apply, each with the reason
 * @param failure the reason for which it could not be finished or analysed, or null
 */
public record Outcome(Run run, Map<Metric, Double> figures, List<Check> checks, Map<CheckKind, String> notApplied,
		Counts counts, Behaviour behaviour, Series series, @Nullable Failure failure) {

	/**
	 * The greatest share of the window in which the compilers of a warm run work; of 176
	 * recorded runs half had a compilation in progress for 2.6 % or less.
	 */
	public static final double MOST_AT_WORK = 0.05;

	/** From this share of its ceiling on, the law decides the throughput of a run. */
	public static final double AT_CEILING = 0.98;

	private static final Set<Metric> CPU = EnumSet.of(Metric.APP_CPU, Metric.CPU_CEILING, Metric.OF_CPU_CEILING,
			Metric.PROGRAM_CPU);

	private static final Set<Metric> LATENCIES = EnumSet.of(Metric.LATENCY_MEAN, Metric.LATENCY_P50, Metric.LATENCY_P90,
			Metric.LATENCY_P99, Metric.LATENCY_P999, Metric.LATENCY_MAX);

	private static final Set<Metric> THROUGHPUTS = EnumSet.of(Metric.THROUGHPUT, Metric.OF_CEILING, Metric.LOSS,
			Metric.JMETER_SUMMARY);

	public static Outcome failed(Run run, Failure failure) {
		return new Outcome(run, Map.of(), List.of(), Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, failure);
	}

	/** A copy in another round. */
	public Outcome inRound(int round) {
		return new Outcome(new Run(this.run.variant(), this.run.point(), round, this.run.seed()), this.figures,
				this.checks, this.notApplied, this.counts, this.behaviour, this.series, this.failure);
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

	/**
	 * Whether its compilers worked for so much of the window that it measured cold code.
	 * Without the optimising compiler, as in a short form, code never gets warmer.
	 */
	public boolean cold() {
		return this.run.variant().subject().optimised() && isAbove(Metric.WARM, MOST_AT_WORK);
	}

	private boolean isAbove(Metric metric, double most) {
		Double value = value(metric);
		return value != null && value > most;
	}

	/**
	 * Whether a figure may be compared with that of another run. A cold run has another
	 * CPU time and latency than the same code when it is warm, and also another
	 * throughput, unless the law decides it.
	 */
	public boolean comparable(Metric metric) {
		return !cold() || !CPU.contains(metric) && !LATENCIES.contains(metric)
				&& (decidedByLaw() || !THROUGHPUTS.contains(metric));
	}

	private boolean decidedByLaw() {
		return this.behaviour.limitedBy() == Limit.ARRIVALS
				|| this.behaviour.limitedBy() != Limit.CPU && isAbove(Metric.OF_CEILING, AT_CEILING);
	}

	/** The value of a figure, or null if it was not measured. */
	public @Nullable Double value(Metric metric) {
		return this.figures.get(metric);
	}

}
