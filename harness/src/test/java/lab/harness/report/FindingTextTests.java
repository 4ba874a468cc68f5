package lab.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import lab.harness.analysis.Findings;
import lab.harness.analysis.RecordedEvidence;
import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim;
import lab.harness.model.result.EffectOutcome;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Result.EffectResult;
import lab.harness.model.result.Result.Interval;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FindingTextTests {

	private static final Claim ALIKE = new Claim.Pair(Metric.LOSS, users(3), List.of("a", "b"),
			new Claim.Difference(0.001, -0.00145, 0.00345, 3), Claim.Status.NOT_SEEN, List.of());

	private final Findings users = RecordedEvidence.findings("users");

	@Test
	void findingShouldBeTheEndsOfTheAxisAndTheLastComparison() {
		assertThat(finding(served(1, "a"), served(2, "a"), served(3, "a"), ALIKE, new Claim.Method(1, 1, 1)))
			.isEqualTo("At 1 user, a served 2.0 req/s. At 3 users, a served 6.0 req/s. "
					+ "At 3 users, a and b differ by less than 0.35 % of the ceiling.");
	}

	@Test
	void findingWhenAKneeIsKnownShouldBeTheKnee() {
		Claim knee = new Claim.Knee(List.of("a"), Limit.REQUEST_THREADS, 1, 3, 2);
		assertThat(finding(knee, served(1, "a"), served(3, "a")))
			.isEqualTo("The knee of a is at 2 users: from there on request threads limit the throughput.");
		Claim estimate = new Claim.Knee(List.of("a"), Limit.CPU, 1, 3, 2);
		assertThat(finding(estimate, served(3, "a"))).isEqualTo("At 3 users, a served 6.0 req/s.");
	}

	@Test
	void findingWhenTheLawHoldsAtLongPointsShouldBeOneSentence() {
		String[] many = IntStream.range(0, 20).mapToObj((number) -> "variant-" + number).toArray(String[]::new);
		assertThat(finding(reached(1, 0.99, many), reached(3, 0.9876, many)))
			.startsWith("From 1 to 3 users, variant-0, ")
			.endsWith(" and variant-19 served 2.0 to 6.0 req/s, at least 98.7 % of what the law allows.");
		assertThat(finding(reached(1, 0.01, many), reached(3, 0.99, many))).startsWith("At 1 user, variant-0")
			.contains("At 3 users, variant-0");
		assertThat(finding(served(1, many), served(3, "a"))).startsWith("At 1 user, variant-0")
			.endsWith("At 3 users, a served 6.0 req/s.");
	}

	@Test
	void findingWhenAnEffectIsDecidedShouldBeTheEffectsWithTheirFigures() {
		List<Claim> claims = List.of(served(1, "a"), ALIKE, new Claim.Expected(List.of(0), 1),
				new Claim.Expected(List.of(1, 2, 3), 1));
		String words = "twelve words that a source might say of its pools and its threads";
		assertThat(FindingText.of(ReportFixtures.with(this.users, claims, effect("pools help", EffectOutcome.SEEN),
				effect(words, EffectOutcome.UNDECIDED), effect(words + " more", EffectOutcome.UNDECIDED),
				effect(words + " too", EffectOutcome.UNDECIDED))))
			.isEqualTo("Seen: pools help (**3.900 (3.700..4.100)**). Measured in 3 rounds, which leave it open: "
					+ words + " (**3.900 (3.700..4.100)**); and 2 more. "
					+ "At 3 users, a and b differ by less than 0.35 % of the ceiling.");
	}

	private static EffectResult effect(String claim, EffectOutcome outcome) {
		return new EffectResult(claim, "tasks", outcome, new Interval(3.9, 3.7, 4.1, 3), "", ">= 1.5", null, true);
	}

	@Test
	void findingWhenUnderFaultsShouldJoinEqualVariants() {
		Findings outage = RecordedEvidence.findings("outage");
		List<Outcome> alike = Stream.of(0, 1, 2)
			.map((index) -> outage.outcomes().get(index))
			.map((outcome) -> new Outcome(outcome.run(),
					Map.of(Metric.THROUGHPUT, 7.0, Metric.LOST,
							outcome.run().variant().equals(outage.outcomes().getFirst().run().variant()) ? 0.0 : 12.0),
					outcome.checks(), Map.of(), outcome.counts(), outcome.behaviour(), outcome.series(), null))
			.toList();
		assertThat(FindingText.of(ReportFixtures.with(outage, alike,
				alike.stream()
					.<Claim>map(
							(outcome) -> new Claim.UnderStress(outcome.run().variant().name(), outcome.run().point()))
					.toList())))
			.contains(": 7 successful req/s; none lost. ", " and ", ": 7 successful req/s; 12 lost.");
	}

	@Test
	void findingShouldTellThePredictionOnlyIfEveryVariantHasOne() {
		Findings outage = RecordedEvidence.findings("outage");
		List<Outcome> two = outage.outcomes().subList(0, 2);
		List<Claim> claims = new ArrayList<>();
		two.forEach((run) -> claims
			.add(new Claim.Prediction(run.run().variant().name(), Metric.LATENCY_P99, users(1), users(1), 1.0)));
		two.forEach((run) -> claims.add(new Claim.UnderStress(run.run().variant().name(), run.run().point())));
		assertThat(FindingText.of(ReportFixtures.with(outage, two, claims))).startsWith("The p99 is as predicted")
			.doesNotContain("lost");
		assertThat(FindingText.of(ReportFixtures.with(outage, two, claims.subList(1, 4)))).contains("lost")
			.doesNotContain("predicted");
	}

	private static Point users(int users) {
		return new Point(Axis.USERS, users);
	}

	private static Claim served(int users, String... variants) {
		return new Claim.Reached(Metric.THROUGHPUT, users(users), List.of(variants), 2 * users, 2 * users, null, null,
				null, null);
	}

	private static Claim reached(int users, double of, String... variants) {
		return new Claim.Reached(Metric.THROUGHPUT, users(users), List.of(variants), 2 * users, 2 * users,
				2 * users / of, of, Limit.USERS, null);
	}

	private String finding(Claim... claims) {
		return FindingText.of(ReportFixtures.with(this.users, List.of(claims)));
	}

}
