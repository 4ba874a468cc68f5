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

	private static final Set<Metric> THROUGHPUTS = EnumSet.of(Metric.THROUGHPUT, Metric.OF_CEILING,
			Metric.JMETER_SUMMARY);

	public static Outcome failed(Run run, Failure failure) {
		return new Outcome(run, Map.of(), List.of(), Map.of(), Counts.NONE, Behaviour.NONE, Series.NONE, failure);
	}

	/** A copy in another round. */
	public Outcome inRound(int round) {
		return new Outcome(new Run(this.run.variant(), this.run.point(), round, this.run.seed()), this.figures,
				this.checks, this.notApplied, this.counts, this.behaviour, this.series, this.failure);
	}

	/** Whether it was finished and its evidence is right. */
	public boolean valid() {
		return this.failure == null
				&& failedChecks().stream().noneMatch((check) -> check.withholds().equals(ClaimKind.ALL));
	}

	/** Whether it is valid and keeps what the experiment expects of it. */
	public boolean isAsExpected() {
		return valid()
				&& failedChecks().stream().noneMatch((check) -> check.kind().blame() == CheckKind.Blame.EXPECTATION);
	}

	public List<Check> failedChecks() {
		return this.checks.stream().filter((check) -> !check.ok()).toList();
	}

	/** The failed checks that withhold a kind of claims. */
	public List<Check> withholding(ClaimKind kind) {
		return failedChecks().stream().filter((check) -> check.withholds().contains(kind)).toList();
	}

	/** Whether it was finished and no failed check withholds a kind of claims. */
	public boolean allows(ClaimKind kind) {
		return this.failure == null && withholding(kind).isEmpty();
	}

	/**
	 * Whether a figure may be compared with that of other runs. The law decides a
	 * throughput at its ceiling, whatever the machine does.
	 */
	public boolean allows(Metric metric) {
		boolean throughput = THROUGHPUTS.contains(metric);
		return allows(throughput ? ClaimKind.DIFFERENCE : ClaimKind.of(metric))
				|| throughput && isDecidedByLaw() && allows(ClaimKind.LAW);
	}

	/**
	 * The claim that answers the question of an experiment.
	 * @param compare the metric that it compares
	 */
	public ClaimKind mainClaim(Metric compare) {
		if (this.run.variant().subject().hasOpenLoadOrFaults()) {
			return ClaimKind.BEHAVIOUR;
		}
		return (compare == Metric.THROUGHPUT && this.figures.containsKey(Metric.CEILING)) ? ClaimKind.LAW
				: ClaimKind.of(compare);
	}

	/** Whether checks failed, and all of them blame the machine. */
	public boolean disturbed() {
		return this.failure == null && !failedChecks().isEmpty()
				&& failedChecks().stream().allMatch((check) -> check.blame() == CheckKind.Blame.MACHINE);
	}

	/** Whether a check failed because the load of the run saturates the processors. */
	public boolean overloaded() {
		return failedChecks().stream().anyMatch((check) -> check.blame() == CheckKind.Blame.LOAD);
	}

	/**
	 * Whether its compilers worked for so much of the window that it measured cold code.
	 */
	public boolean cold() {
		return failedChecks().stream().anyMatch((check) -> check.kind() == CheckKind.WARM);
	}

	/** Whether the throughput of its open arrivals fell, so that it has no mean. */
	public boolean hasCollapsed() {
		return value(Metric.LAST_THROUGHPUT) != null && value(Metric.THROUGHPUT) == null;
	}

	private boolean isDecidedByLaw() {
		Double share = value(Metric.OF_CEILING);
		return this.behaviour.limitedBy() == Limit.ARRIVALS
				|| this.behaviour.limitedBy() != Limit.CPU && share != null && share > AT_CEILING;
	}

	/** The value of a figure, or null if it was not measured. */
	public @Nullable Double value(Metric metric) {
		return this.figures.get(metric);
	}

}
