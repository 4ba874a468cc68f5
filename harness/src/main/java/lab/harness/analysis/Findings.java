package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.model.experiment.Experiment;
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
 * @param verdict the answer as data; the report puts it into words
 * @param complete whether every planned run has ended; false also for a JTL that is cut
 * off
 * @param records the record of each run by its id; empty for a JTL
 * @param earlier the rounds of a record that earlier commands measured
 */
public record Findings(String name, @Nullable Manifest manifest, List<Outcome> outcomes,
		Map<String, List<Result.DisturbedTry>> repeated, List<Result.Summary> summary, List<Clause> verdict,
		boolean complete, Map<String, RunRecord> records, List<EarlierRounds> earlier) {

	/**
	 * Whether every planned run has ended and is valid, and nothing contradicts theory.
	 */
	public boolean valid() {
		return this.complete && !this.outcomes.isEmpty() && this.outcomes.stream().allMatch(Outcome::valid)
				&& effects().stream().allMatch(Result.EffectResult::ok);
	}

	/** Whether nothing but disturbed runs makes the result invalid. */
	public boolean disturbed() {
		List<Outcome> invalid = this.outcomes.stream().filter((outcome) -> !outcome.valid()).toList();
		return this.complete && !invalid.isEmpty() && invalid.stream().allMatch(Outcome::disturbed)
				&& effects().stream().allMatch(Result.EffectResult::ok);
	}

	/** The claimed effects, each with its outcome. */
	public List<Result.EffectResult> effects() {
		return this.verdict.stream()
			.filter(Clause.Claim.class::isInstance)
			.flatMap((clause) -> ((Clause.Claim) clause).results().stream())
			.toList();
	}

	public @Nullable Experiment experiment() {
		return (this.manifest != null) ? this.manifest.experiment() : null;
	}

}
