package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import lab.harness.model.InvalidInputException;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Experiment;
import lab.harness.model.experiment.Variant;
import lab.harness.model.result.Claim;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Manifest;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result;
import lab.harness.model.result.Result.EarlierRounds;
import lab.harness.model.result.RunRecord;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the analysis found in a result folder or in a JTL.
 *
 * @param name name of the experiment, or of the file of a JTL
 * @param manifest the experiment and its environment, or null for a JTL
 * @param outcomes the runs that finished or failed, in the order in which they ran; for a
 * JTL one run for each label
 * @param repeated the tries that other programs disturbed, by the id of their run
 * @param summary the valid runs by variant and point
 * @param claims the answer as data; the report puts it into words
 * @param effects the claims of the source, each with its outcome
 * @param complete whether every planned run has ended; false also for a JTL that is cut
 * off
 * @param records the record of each run by its id; empty for a JTL
 * @param earlier the rounds of a record that earlier commands measured
 */
public record Findings(String name, @Nullable Manifest manifest, List<Outcome> outcomes,
		Map<String, List<Result.DisturbedTry>> repeated, List<Result.Summary> summary, List<Claim> claims,
		List<Result.EffectResult> effects, boolean complete, Map<String, RunRecord> records,
		List<EarlierRounds> earlier) {

	/**
	 * The findings of a record, judged from its outcomes; the files of its runs are not
	 * needed.
	 * @throws InvalidInputException if the experiment has not all of its variants
	 */
	public static Findings of(Result record, Experiment experiment) {
		Map<String, Variant> variants = experiment.variants()
			.stream()
			.collect(Collectors.toMap(Variant::name, Function.identity()));
		List<Outcome> outcomes = new ArrayList<>();
		Map<String, List<Result.DisturbedTry>> repeated = new LinkedHashMap<>();
		for (Result.RunResult run : record.runs()) {
			Variant variant = variants.get(run.header().variant());
			if (variant == null) {
				throw new InvalidInputException(experiment.name() + " has no variant '" + run.header().variant() + "'");
			}
			Outcome outcome = run.outcome(variant.at(run.header().point()));
			outcomes.add(outcome);
			repeated.put(outcome.run().id(), run.details().repeated());
		}
		Result.Plan plan = record.header().plan();
		Manifest manifest = new Manifest(experiment, outcomes.stream().map(Outcome::run).toList(),
				record.header().seed(), plan.form(), plan.command(), Objects.requireNonNull(plan.startedAt()),
				plan.minutes(), Objects.requireNonNull(record.environment()));
		return Analysis.judge(manifest, outcomes, repeated, record.header().complete(), Map.of(), plan.earlier());
	}

	/**
	 * Whether every planned run has ended, its evidence is right, it keeps what the
	 * experiment expects, and nothing contradicts theory.
	 */
	public boolean valid() {
		return isAsExpected() && this.effects.stream().allMatch(Result.EffectResult::ok);
	}

	private boolean isAsExpected() {
		return this.complete && !this.outcomes.isEmpty() && this.outcomes.stream().allMatch(Outcome::isAsExpected);
	}

	/**
	 * Whether the result is valid and answers the question: its answer is decided, or
	 * without one each variant has a run at each point that allows the main claim.
	 */
	public boolean answered() {
		return valid() && claims(Claim.Answer.class).findFirst()
			.map((answer) -> answer.decision() != Claim.Decision.NOT_DECIDED)
			.orElseGet(() -> unanswered().isEmpty());
	}

	/**
	 * Whether nothing but disturbed runs keeps the result from an answer, or from an
	 * effect that must be seen.
	 */
	public boolean disturbed() {
		if (!isAsExpected() || answered()) {
			return false;
		}
		return valid() ? unanswered().stream().allMatch(Outcome::disturbed)
				: this.effects.stream().allMatch((effect) -> effect.ok() || effect.outcome() == EffectOutcome.NOT_HERE)
						&& this.outcomes.stream().anyMatch(Outcome::disturbed) && this.outcomes.stream()
							.allMatch((outcome) -> outcome.failedChecks().isEmpty() || outcome.disturbed());
	}

	/** The runs of each variant and point of which none allows the main claim. */
	private List<Outcome> unanswered() {
		Experiment experiment = experiment();
		Metric compare = (experiment != null) ? experiment.compare().metric() : Metric.THROUGHPUT;
		return this.outcomes.stream()
			.collect(Collectors.groupingBy((outcome) -> List.of(outcome.run().variant().name(), outcome.run().point())))
			.values()
			.stream()
			.filter((runs) -> runs.stream().noneMatch((run) -> run.allows(mainClaim(run, compare))))
			.flatMap(List::stream)
			.toList();
	}

	/** A single variant is compared with nothing: what it served is the answer. */
	private ClaimKind mainClaim(Outcome run, Metric compare) {
		ClaimKind main = run.mainClaim(compare);
		boolean alone = this.outcomes.stream().map((one) -> one.run().variant().name()).distinct().count() == 1;
		return (alone && compare == Metric.THROUGHPUT && main == ClaimKind.DIFFERENCE) ? ClaimKind.LAW : main;
	}

	/** The claims of one kind, in their order. */
	public <T extends Claim> Stream<T> claims(Class<T> kind) {
		return this.claims.stream().filter(kind::isInstance).map(kind::cast);
	}

	public @Nullable Experiment experiment() {
		return (this.manifest != null) ? this.manifest.experiment() : null;
	}

}
