package lab.harness.analysis;

import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Effect;
import lab.harness.model.experiment.Effect.Needs;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Failure;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EffectsTests {

	private static final Map<String, String> FOUR = Map.of("threads", "4");

	private static final Map<String, String> ONE = Map.of("threads", "1");

	private final Runs runs = Runs.ofPrograms(new Axis("threads", List.of(1.0, 4.0)), Metric.TASKS_PER_SECOND, "pool",
			"fork-join");

	@Test
	void ofWithoutAVariantShouldLookAtEveryOne() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		add("pool", 1, 100);
		add("pool", 4, 360);
		add("fork-join", 1, 100);
		add("fork-join", 4, 120);
		List<EffectResult> results = this.runs.effects(4);
		assertThat(results).extracting(EffectResult::words)
			.containsExactly("pool: tasks at 4 threads / at 1 thread", "fork-join: tasks at 4 threads / at 1 thread");
		assertThat(results).extracting(EffectResult::outcome)
			.containsExactly(EffectOutcome.SEEN, EffectOutcome.NOT_SEEN);
		assertThat(results).extracting(EffectResult::limit).containsOnly(">= 1.5");
		assertThat(results.getFirst().ratio())
			.satisfies((ratio) -> assertThat(ratio.mean()).isCloseTo(3.6, within(1e-9)));
	}

	/** An effect that must be seen is not left out in silence. */
	@Test
	void mustWhenTheFigureIsMissingShouldMakeTheResultInvalid() {
		Effect missing = new Effect(Metric.LATENCY_P99, FOUR, ONE, 1.5, null, Needs.NOTHING, true, null);
		this.runs.effects = List.of(missing, effect(FOUR, ONE, 5.0, true));
		add("pool", 1, 100);
		add("pool", 4, 360);
		// Of each claim the other place has no run, so the result is incomplete.
		assertThat(this.runs.effects(4)).extracting(EffectResult::ok).containsExactly(false, true, false, true);
		assertThat(this.runs.effects(4).getFirst().why()).endsWith("was not measured");
		// The second claim needs two cores.
		assertThat(this.runs.effects(1)).extracting(EffectResult::ok).containsExactly(false, true, true, true);
	}

	/** Then the result says nothing against theory: it asks for another run. */
	@Test
	void mustWhenOtherGuestsTookTheProcessorsShouldMakeTheResultDisturbed() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, true));
		this.runs.add("pool", 1, 1, 100);
		this.runs.add("pool", 4, 1, 360);
		assertThat(findings().disturbed()).isFalse();
		assertThat(findings().answered()).isTrue();
		this.runs.failLast(Check.atMost(CheckKind.MACHINE_STEAL, 0.03, 0.01));
		assertThat(findings().effects().getFirst().outcome()).isEqualTo(EffectOutcome.NOT_HERE);
		assertThat(findings().answered()).isFalse();
		assertThat(findings().disturbed()).isTrue();
		// That a figure is missing is no disturbance, nor is a run of cold code.
		this.runs.makeLastCold();
		assertThat(findings().disturbed()).isFalse();
	}

	private Findings findings() {
		return new Findings("", null, this.runs.outcomes, Map.of(), List.of(), List.of(),
				this.runs.effects(4).subList(0, 1), true, Map.of(), List.of());
	}

	@Test
	void claimShouldBeToldOnceForEachOutcome() {
		Effect grows = new Effect(Metric.TASKS_PER_SECOND, FOUR, ONE, 1.5, null, Needs.NOTHING, false,
				"four do more than one");
		this.runs.effects = List.of(grows);
		add("pool", 1, 100);
		add("pool", 4, 360);
		add("fork-join", 1, 100);
		add("fork-join", 4, 120);
		List<Claim.Expected> claims = this.runs.verdict(Claim.Expected.class);
		assertThat(claims).extracting(Claim.Expected::of).containsExactly(2L, 2L);
		assertThat(claims).flatExtracting(Claim.Expected::effects)
			.extracting(this.runs.effects(4)::get)
			.extracting((result) -> result.claim() + ": " + result.outcome())
			.containsExactly("four do more than one: seen", "four do more than one: not seen");
		this.runs.outcomes.removeIf((outcome) -> outcome.run().variant().name().equals("fork-join"));
		add("fork-join", 1, 100);
		add("fork-join", 4, 360);
		assertThat(this.runs.verdict(Claim.Expected.class)).singleElement()
			.satisfies((claim) -> assertThat(claim.effects()).hasSize(2));
	}

	@Test
	void ofTwoVariantsShouldCompareThemAtEveryPoint() {
		this.runs.effects = List.of(effect(Map.of("variant", "fork-join"), Map.of("variant", "pool"), 1.1, false));
		add("pool", 1, 100);
		add("pool", 4, 300);
		add("fork-join", 1, 100);
		add("fork-join", 4, 360);
		assertThat(this.runs.effects(4)).extracting((result) -> result.words() + ": " + result.outcome())
			.containsExactly("tasks of fork-join at 1 thread / of pool at 1 thread: not seen",
					"tasks of fork-join at 4 threads / of pool at 4 threads: seen");
	}

	@Test
	void ofCpuShouldLeaveOutTheRoundsInWhichACompilerStillWorked() {
		Runs services = Runs.ofServices(new Axis("users", List.of(500.0)));
		services.effects = List.of(
				new Effect(Metric.APP_CPU, Map.of("variant", "webflux"), Map.of("variant", "virtual"), null, 0.9,
						Needs.NOTHING, false, null),
				new Effect(Metric.APP_CPU, Map.of("variant", "virtual"), Map.of(), null, 2.0, Needs.NOTHING, false,
						null));
		for (int round = 1; round <= 4; round++) {
			services.add("webflux", 500, round, Map.of(Metric.APP_CPU, 0.8 + round / 1000.0));
			services.add("virtual", 500, round, Map.of(Metric.APP_CPU, (round < 4) ? 1.0 : 9.0));
			if (round == 4) {
				services.makeLastCold();
			}
		}
		assertThat(services.effects(4)).hasSize(2).allSatisfy((warm) -> {
			assertThat(warm.outcome()).isEqualTo(EffectOutcome.SEEN);
			assertThat(warm.ratio()).satisfies((ratio) -> assertThat(ratio.runs()).isEqualTo(3));
		});
		services.outcomes.removeIf((outcome) -> outcome.run().round() < 2);
		assertThat(services.effects(4)).hasSize(2).allSatisfy((few) -> {
			assertThat(few.outcome()).isEqualTo(EffectOutcome.UNDECIDED);
			assertThat(few.why()).isEqualTo("it needs three rounds that pass 'warm'");
		});
		services.outcomes.removeIf((outcome) -> outcome.run().round() < 4);
		assertThat(services.effects(4)).hasSize(2).allSatisfy((cold) -> {
			assertThat(cold.outcome()).isEqualTo(EffectOutcome.NOT_HERE);
			assertThat(cold.why()).isEqualTo("no round passed 'warm', which it needs");
		});
	}

	@Test
	void ofWhenTheIntervalHoldsTheLimitShouldBeUndecided() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.05, true));
		addRatios(1.0, 1.1, 1.21);
		EffectResult result = this.runs.effects(4).getFirst();
		assertThat(result.outcome()).isEqualTo(EffectOutcome.UNDECIDED);
		assertThat(result.why()).isNull();
		assertThat(result.ok()).as("the mean meets the limit").isTrue();
		// 1.1 e^(±4.302653 x 0.0550274), see StatisticsTests
		assertThat(result.ratio()).satisfies((ratio) -> {
			assertThat(ratio.low()).isCloseTo(0.868095, within(1e-5));
			assertThat(ratio.high()).isCloseTo(1.393856, within(1e-5));
		});
	}

	@Test
	void ofWhenThereAreSeveralShouldShareTheLevel() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.05, false), effect(FOUR, ONE, 2.0, false));
		addRatios(1.0, 1.1, 1.21);
		// fork-join was not run. At 1 - 0.05 / 2, t is 6.205347: 1.1 e^(6.205347 x
		// 0.0550274)
		assertThat(this.runs.effects(4).getFirst().ratio())
			.satisfies((ratio) -> assertThat(ratio.high()).isCloseTo(1.547704, within(1e-5)));
	}

	@Test
	void ofWhenThereIsOneRoundShouldBeUndecidedUnlessItCounts() {
		Effect started = new Effect(Metric.STARTED, Map.of("variant", "pool", "threads", "4"), Map.of(), 4.0, 4.0,
				Needs.NOTHING, false, null);
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false), started);
		this.runs.add("pool", 1, 1, 100);
		this.runs.add("pool", 4, 1, 360);
		this.runs.add("pool", 4, 1, Map.of(Metric.STARTED, 4.0));
		List<EffectResult> results = this.runs.effects(4);
		assertThat(results.getFirst().outcome()).isEqualTo(EffectOutcome.UNDECIDED);
		assertThat(results.getFirst().why()).isEqualTo("it needs three rounds");
		assertThat(results.getFirst().ratio()).satisfies((ratio) -> {
			assertThat(ratio.mean()).isCloseTo(3.6, within(1e-9));
			assertThat(ratio.low()).isNull();
		});
		assertThat(results.getLast().outcome()).isEqualTo(EffectOutcome.SEEN);
	}

	@Test
	void ofWhenTheoryGivesTheFactorShouldDecideByOneRound() {
		this.runs.effects = List.of(effect(FOUR, ONE, 3.5, true), effect(FOUR, ONE, 3.7, true));
		this.runs.add("pool", 1, 1, 100);
		this.runs.add("pool", 4, 1, 360);
		assertThat(this.runs.effects(4)).filteredOn((result) -> result.words().contains("pool"))
			.extracting(EffectResult::outcome)
			.containsExactly(EffectOutcome.SEEN, EffectOutcome.NOT_SEEN);
	}

	@Test
	void ofWhenTheoryDemandsACountShouldAcceptNoRoundThatContradictsIt() {
		this.runs.effects = List.of(new Effect(Metric.STARTED, Map.of("variant", "pool", "threads", "4"), Map.of(),
				null, 4.5, Needs.NOTHING, true, null));
		for (int round = 1; round <= 3; round++) {
			this.runs.add("pool", 4, round, Map.of(Metric.STARTED, (round < 3) ? 4.0 : 5.0));
		}
		EffectResult result = this.runs.effects(4).getFirst();
		assertThat(result.outcome()).isEqualTo(EffectOutcome.UNDECIDED);
		assertThat(result.ok()).as("the mean of 4.33 meets the limit, the third round does not").isFalse();
	}

	@Test
	void ofOneFigureShouldNotBlameTheRunsOfOtherPoints() {
		Runs services = Runs.ofServices(new Axis("users", List.of(10.0, 500.0)));
		services.effects = List.of(new Effect(Metric.APP_CPU, Map.of("variant", "webflux", "users", "10"), Map.of(),
				null, 2.0, Needs.NOTHING, false, null));
		services.add("webflux", 10, 1, Map.of(Metric.APP_CPU, 1.0));
		services.add("webflux", 500, 1, Map.of(Metric.APP_CPU, 1.0, Metric.WARM, 0.2));
		assertThat(services.effects(4)).singleElement()
			.satisfies((result) -> assertThat(result.why()).isEqualTo("it needs three rounds"));
	}

	@Test
	void ofWhenRoundsArePairedShouldTakeTheirRatio() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		for (int round = 1; round <= 3; round++) {
			this.runs.add("pool", 1, round, 100 * round);
			this.runs.add("pool", 4, round, 200 * round);
		}
		assertThat(this.runs.effects(4).getFirst().ratio()).satisfies((ratio) -> assertThat(ratio.runs()).isEqualTo(3));
	}

	@Test
	void ofWhenTheMachineHasTooFewCoresShouldSayThatItCannotBeSeen() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, true));
		add("pool", 1, 100);
		add("pool", 4, 100);
		EffectResult result = this.runs.effects(1).getFirst();
		assertThat(result.outcome()).isEqualTo(EffectOutcome.NOT_HERE);
		assertThat(result.why()).isEqualTo("it needs 2 cores, and this machine has 1");
		assertThat(result.ok()).isTrue();
	}

	@Test
	void ofWhenARunWasNotPlannedShouldNotLookForIt() {
		this.runs.effects = List.of(effect(Map.of("threads", "8"), ONE, 1.5, true), effect(FOUR, ONE, 1.5, true));
		add("pool", 1, 100);
		add("pool", 4, 200);
		assertThat(this.runs.effects(4)).extracting(EffectResult::words)
			.containsExactly("pool: tasks at 4 threads / at 1 thread", "fork-join: tasks at 4 threads / at 1 thread");
	}

	@Test
	void ofWhenARunIsMissingOrFailedShouldSayWhich() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false));
		add("pool", 4, 100);
		assertThat(this.runs.effects(4).getFirst().why()).isEqualTo("at 1 thread: no such run was made");
		add("pool", 1, 100);
		this.runs.outcomes.set(3, Outcome.failed(this.runs.outcomes.get(3).run(), new Failure("it died", List.of())));
		assertThat(this.runs.effects(4).getFirst().why()).isEqualTo("pool, 1 thread failed: it died");
		assertThat(this.runs.effects(4).getFirst().outcome()).isEqualTo(EffectOutcome.NOT_HERE);
	}

	@Test
	void ofWhenEffectMustBeSeenShouldNotBeOkWithoutIt() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, true));
		this.runs.add("pool", 1, 1, 100);
		this.runs.add("pool", 4, 1, 120);
		assertThat(this.runs.effects(4).getFirst().ok()).isFalse();
		assertThat(this.runs.outcomes).allMatch(Outcome::valid);
	}

	@Test
	void ofWhenLessIsClaimedShouldHoldTheUpperLimit() {
		this.runs.effects = List
			.of(new Effect(Metric.TASKS_PER_SECOND, FOUR, ONE, null, 0.5, Needs.NOTHING, false, null));
		add("pool", 1, 100);
		add("pool", 4, 40);
		assertThat(this.runs.effects(4).getFirst().outcome()).isEqualTo(EffectOutcome.SEEN);
		assertThat(this.runs.effects(4).getFirst().limit()).isEqualTo("<= 0.5");
	}

	@Test
	void ofWithoutDenominatorShouldCompareTheFigureItself() {
		this.runs.effects = List.of(
				new Effect(Metric.TASKS_PER_SECOND, Map.of("variant", "pool"), Map.of(), 200.0, null, Needs.NOTHING,
						false, null),
				new Effect(Metric.TASKS_PER_SECOND, FOUR, Map.of(), null, 0.5, Needs.NOTHING, true, null));
		add("pool", 1, 100);
		add("pool", 4, 300);
		List<EffectResult> results = this.runs.effects(4);
		assertThat(results).extracting((result) -> result.words() + ": " + result.outcome())
			.containsExactly("tasks of pool at 1 thread: not seen", "tasks of pool at 4 threads: seen",
					"pool: tasks at 4 threads: not seen", "fork-join: tasks at 4 threads: cannot be seen here");
		assertThat(results.get(1).ratio()).satisfies((figure) -> assertThat(figure.mean()).isEqualTo(300));
		assertThat(results.get(1).unit()).isEqualTo("tasks/s");
		assertThat(results).extracting(EffectResult::ok).containsExactly(true, true, false, true);
	}

	/** Runs of one variant with these ratios of four threads to one. */
	private void addRatios(double... ratios) {
		for (int round = 1; round <= ratios.length; round++) {
			this.runs.add("pool", 1, round, 100 * round);
			this.runs.add("pool", 4, round, 100 * round * ratios[round - 1]);
		}
	}

	/** By then the machine has another speed, which both sides of a ratio share. */
	@Test
	void ofWhenRoundsWereMeasuredAtDifferentTimesShouldCompareRatiosOnly() {
		this.runs.effects = List.of(effect(FOUR, ONE, 1.5, false), effect(FOUR, Map.of(), 1.5, false));
		this.runs.measuredTogether = false;
		add("pool", 1, 100);
		add("pool", 4, 360);
		add("fork-join", 1, 100);
		add("fork-join", 4, 360);
		assertThat(this.runs.effects(4)).extracting(EffectResult::outcome)
			.containsExactly(EffectOutcome.SEEN, EffectOutcome.SEEN, EffectOutcome.NOT_HERE, EffectOutcome.NOT_HERE);
	}

	private void add(String variant, double threads, double tasks) {
		for (int round = 1; round <= 3; round++) {
			this.runs.add(variant, threads, round, tasks);
		}
	}

	private static Effect effect(Map<String, String> of, Map<String, String> against, @Nullable Double atLeast,
			boolean must) {
		return new Effect(Metric.TASKS_PER_SECOND, of, against, atLeast, null, new Needs(2), must, null);
	}

}
