package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.model.Axis;
import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Effect;
import lab.harness.model.Effect.Needs;
import lab.harness.model.Failure;
import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Result.EffectResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EffectsTests {

	private static final Map<String, String> FOUR = Map.of("threads", "4");

	private static final Map<String, String> ONE = Map.of("threads", "1");

	private final Runs runs = Runs.ofPrograms(new Axis("threads", List.of(1.0, 4.0)), Metric.TASKS_PER_SECOND, "pool",
			"fork-join");

	@Test
	void ofWithoutAVariantShouldLookAtEveryOne() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		add("pool", 1, 100, 1);
		add("pool", 4, 360, 4);
		add("fork-join", 1, 100, 1);
		add("fork-join", 4, 120, 2);
		List<EffectResult> results = effects(4).results();
		assertThat(results).extracting(EffectResult::words)
			.containsExactly("pool: tasks at 4 threads / at 1 thread", "fork-join: tasks at 4 threads / at 1 thread");
		assertThat(results).extracting(EffectResult::outcome).containsExactly("seen", "not seen");
		assertThat(results).extracting(EffectResult::limit).containsOnly(">= 1.5");
		assertThat(results.getFirst().ratio()).satisfies((ratio) -> assertThat(ratio.mean()).isEqualTo(3.6));
	}

	@Test
	void claimShouldBeOneClauseForEachOutcome() {
		Effect grows = new Effect(Metric.TASKS_PER_SECOND, FOUR, ONE, 1.5, null, Needs.NOTHING, false,
				"four do more than one");
		this.runs.effects = List.of(grows);
		add("pool", 1, 100, 1);
		add("pool", 4, 360, 4);
		add("fork-join", 1, 100, 1);
		add("fork-join", 4, 120, 2);
		List<Clause.Claim> claims = this.runs.verdict(Clause.Claim.class);
		assertThat(claims).extracting(Clause.Claim::of).containsExactly(2L, 2L);
		assertThat(claims).flatExtracting(Clause.Claim::results)
			.extracting((result) -> result.claim() + ": " + result.outcome())
			.containsExactly("four do more than one: seen", "four do more than one: not seen");
		this.runs.outcomes.removeLast();
		add("fork-join", 4, 360, 2);
		assertThat(this.runs.verdict(Clause.Claim.class)).singleElement()
			.satisfies((claim) -> assertThat(claim.results()).hasSize(2));
	}

	@Test
	void ofTwoVariantsShouldCompareThemAtEveryPoint() {
		this.runs.effects = List.of(effect(Map.of("variant", "fork-join"), Map.of("variant", "pool"), 1.1, false));
		add("pool", 1, 100, 1);
		add("pool", 4, 300, 3);
		add("fork-join", 1, 100, 1);
		add("fork-join", 4, 360, 3);
		assertThat(effects(4).results()).extracting((result) -> result.words() + ": " + result.outcome())
			.containsExactly("tasks of fork-join at 1 thread / of pool at 1 thread: not seen",
					"tasks of fork-join at 4 threads / of pool at 4 threads: seen");
	}

	@Test
	void ofWhenIntervalHoldsOneShouldNotBeSeen() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		add("pool", 1, 100, 50);
		add("pool", 4, 160, 80);
		assertThat(effects(4).results().getFirst().outcome()).isEqualTo("not seen");
	}

	@Test
	void ofWhenRoundsArePairedShouldTakeTheirRatio() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		for (int round = 1; round <= 3; round++) {
			this.runs.add("pool", 1, round, 100 * round);
			this.runs.add("pool", 4, round, 200 * round);
		}
		assertThat(effects(4).results().getFirst().ratio()).satisfies((ratio) -> assertThat(ratio.runs()).isEqualTo(3));
	}

	@Test
	void ofWhenTheMachineHasTooFewCoresShouldSayThatItCannotBeSeen() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, true));
		add("pool", 1, 100, 1);
		add("pool", 4, 100, 1);
		EffectResult result = effects(1).results().getFirst();
		assertThat(result.outcome()).isEqualTo("cannot be seen here");
		assertThat(result.why()).isEqualTo("it needs 2 cores, and this machine has 1");
		assertThat(effects(1).outcomes()).allMatch(Outcome::valid);
	}

	@Test
	void ofWhenARunWasNotPlannedShouldNotLookForIt() {
		this.runs.effects = List.of(effect(Map.of("threads", "8"), ONE, 1.5, true), effect(FOUR, ONE, 1.5, true));
		add("pool", 1, 100, 1);
		add("pool", 4, 200, 1);
		assertThat(effects(4).results()).extracting(EffectResult::words)
			.containsExactly("pool: tasks at 4 threads / at 1 thread", "fork-join: tasks at 4 threads / at 1 thread");
	}

	@Test
	void ofWhenARunIsMissingOrFailedShouldSayWhich() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		add("pool", 4, 100, 1);
		assertThat(effects(4).results().getFirst().why()).isEqualTo("at 1 thread: no such run was made");
		add("pool", 1, 100, 1);
		this.runs.outcomes.set(1, Outcome.failed(this.runs.outcomes.get(1).run(), new Failure("it died", List.of())));
		assertThat(effects(4).results().getFirst().why()).isEqualTo("pool, 1 thread failed: it died");
		assertThat(effects(4).results().getFirst().outcome()).isEqualTo("cannot be seen here");
	}

	@Test
	void ofWhenEffectMustBeSeenShouldMakeRunsInvalid() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, true));
		add("pool", 1, 100, 1);
		add("pool", 4, 120, 1);
		List<Outcome> outcomes = effects(4).outcomes();
		assertThat(outcomes).extracting(Outcome::valid).containsExactly(true, false);
		assertThat(outcomes.getLast().failedChecks()).containsExactly(
				new Check(CheckKind.EFFECT, "pool: tasks at 4 threads / at 1 thread", 1.2, ">= 1.5", false));
		assertThat(this.runs.verdict(true)).first().isInstanceOf(Clause.Invalid.class);
	}

	@Test
	void ofWhenLessIsClaimedShouldHoldTheUpperLimit() {
		this.runs.effects = List
			.of(new Effect(Metric.TASKS_PER_SECOND, FOUR, ONE, null, 0.5, Needs.NOTHING, false, null));
		add("pool", 1, 100, 1);
		add("pool", 4, 40, 1);
		assertThat(effects(4).results().getFirst().outcome()).isEqualTo("seen");
		assertThat(effects(4).results().getFirst().limit()).isEqualTo("<= 0.5");
	}

	@Test
	void ofWithoutDenominatorShouldCompareTheFigureItself() {
		this.runs.effects = List.of(
				new Effect(Metric.TASKS_PER_SECOND, Map.of("variant", "pool"), Map.of(), 200.0, null, Needs.NOTHING,
						false, null),
				new Effect(Metric.TASKS_PER_SECOND, FOUR, Map.of(), null, 0.5, Needs.NOTHING, true, null));
		add("pool", 1, 100, 1);
		add("pool", 4, 300, 50);
		List<EffectResult> results = effects(4).results();
		assertThat(results).extracting((result) -> result.words() + ": " + result.outcome())
			.containsExactly("tasks of pool at 1 thread: not seen", "tasks of pool at 4 threads: seen",
					"pool: tasks at 4 threads: not seen", "fork-join: tasks at 4 threads: cannot be seen here");
		assertThat(results.get(1).ratio()).satisfies((figure) -> assertThat(figure.mean()).isEqualTo(300));
		assertThat(results.get(1).unit()).isEqualTo("tasks/s");
		assertThat(effects(4).outcomes()).extracting(Outcome::valid).containsExactly(true, false);
	}

	private void add(String variant, double threads, double tasks, double half) {
		this.runs.add(variant, threads, 1, new Figure(Metric.TASKS_PER_SECOND, tasks, tasks - half, tasks + half));
	}

	private Effects effects(int cores) {
		return new Effects(this.runs.experiment(), this.runs.outcomes, cores);
	}

	private static Effect effect(Map<String, String> of, Map<String, String> against, @Nullable Double atLeast,
			boolean must) {
		return new Effect(Metric.TASKS_PER_SECOND, of, against, atLeast, null, new Needs(2), must, null);
	}

}
