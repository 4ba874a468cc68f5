package lab.harness.analysis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.analysis.Clause.Group;
import lab.harness.analysis.Clause.Limited;
import lab.harness.model.Axis;
import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Metric;
import lab.harness.model.Point;
import lab.harness.model.Result.Interval;
import lab.harness.model.Result.Summary;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class VerdictTests {

	private final Runs runs = Runs.ofServices(new Axis(Axis.USERS, List.of(100.0, 500.0, 1500.0, 2000.0)));

	@Test
	void ofWhenLawIsReproducedShouldGroupWhatDoesNotDiffer() {
		this.runs.add("platform-200", 500, 399.8, 200, Limit.REQUEST_THREADS, 200, 0);
		this.runs.add("platform-500", 500, 998.0, 500, Limit.USERS, 500, 0);
		this.runs.add("virtual", 500, 997.4, 500, Limit.USERS, 0, 0);
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		List<Group> groups = this.runs.verdict(Clause.Comparison.class).getFirst().groups();
		assertThat(groups).hasSize(2);
		assertThat(groups.getFirst()).isEqualTo(new Group(List.of("webflux", "platform-500", "virtual"), 997.4, 998.6,
				true, null, List.of(new Limited(Limit.USERS, 500.0))));
		assertThat(groups.getLast().limits()).containsExactly(new Limited(Limit.REQUEST_THREADS, 200.0));
		// 399.8 / 998.6; half-widths of 0.74 % and 0.5 % of one run of 58 s, at 95 % / 4:
		// of 6 comparisons the three with platform-200 come first
		Interval ratio = Objects.requireNonNull(groups.getLast().ofBest());
		assertThat(ratio.mean()).isCloseTo(0.40036, within(0.00001));
		assertThat(ratio.high()).isGreaterThan(0.40036 * (1 + Math.hypot(0.0074, 0.005)));
		assertThat(ratio.high()).isLessThan(0.41);
		assertThat(this.runs.verdict(Clause.CeilingReached.class).getFirst().least()).isCloseTo(997.4 / 1001,
				within(1e-9));
		assertThat(this.runs.verdict(Clause.Method.class)).containsExactly(new Clause.Method(1, 6));
	}

	@Test
	void ofWhenARunIsInvalidShouldGiveNoAnswerButKeepTheSummaryOfTheOthers() {
		this.runs.add("webflux", 500, 1, 998.6, 500, Limit.USERS, 0, 0, false);
		this.runs.add("virtual", 500, 997.4, 500, Limit.USERS, 0, 0);
		List<Clause> verdict = this.runs.verdict(true);
		assertThat(verdict).containsExactly(new Clause.Invalid(List.of(this.runs.outcomes.getFirst()), 2));
		assertThat(new Summaries(this.runs.experiment(), this.runs.outcomes).all()).extracting(Summary::variant)
			.containsExactly("virtual");
	}

	@Test
	void ofWhenNothingWasFinishedShouldSaySo() {
		assertThat(this.runs.verdict(false)).containsExactly(new Clause.NothingFinished());
	}

	@Test
	void ofWhenIncompleteShouldSaySoFirst() {
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(false)).first().isEqualTo(new Clause.Incomplete());
	}

	@Test
	void methodShouldCountTheRoundsThatEveryVariantFinished() {
		for (int round = 1; round <= 3; round++) {
			this.runs.add("webflux", 500, round, 990 + round, 500, Limit.USERS, 0, 0, true);
		}
		for (int round = 1; round <= 2; round++) {
			this.runs.add("virtual", 500, round, 990 + round, 500, Limit.USERS, 0, 0, true);
		}
		assertThat(this.runs.verdict(Clause.Method.class)).containsExactly(new Clause.Method(2, 1));
	}

	@Test
	void summariesShouldHaveEveryMetricAndStudentsInterval() {
		this.runs.add("webflux", 500, 1, 990, 500, Limit.USERS, 0, 0, true);
		this.runs.add("webflux", 500, 2, 1000, 500, Limit.USERS, 0, 0, true);
		this.runs.add("webflux", 500, 3, 1010, 500, Limit.USERS, 0, 0, true);
		this.runs.add("virtual", 500, 997, 500, Limit.USERS, 0, 0);
		List<Summary> all = new Summaries(this.runs.experiment(), this.runs.outcomes).all();
		assertThat(all).extracting(Summary::variant).containsExactly("virtual", "webflux");
		Interval throughput = Objects.requireNonNull(all.getLast().figures().get(Metric.THROUGHPUT));
		// 4.30265 x 10 / √3
		assertThat(throughput.high()).isCloseTo(1024.84, within(0.01));
		assertThat(all.getLast().figures()).containsKeys(Metric.OF_CEILING, Metric.SLOTS);
		// Of a single run the interval is its own.
		assertThat(Objects.requireNonNull(all.getFirst().figures().get(Metric.THROUGHPUT)).low()).isCloseTo(997 * 0.995,
				within(0.01));
	}

	@Test
	void groupsWithoutIntervalsShouldHoldVariantsWithinOnePercent() {
		Runs programs = Runs.ofPrograms(new Axis("threads", List.of(4.0)), Metric.SECONDS, "a", "b", "c");
		programs.add("a", 4, 1, 1.005);
		programs.add("b", 4, 1, 1.00);
		programs.add("c", 4, 1, 1.02);
		assertThat(programs.verdict(Clause.Comparison.class).getFirst().groups()).containsExactly(
				new Group(List.of("b", "a"), 1.00, 1.005, false, null, List.of()),
				new Group(List.of("c"), 1.02, 1.02, false, new Interval(1.02, null, null, 1), List.of()));
	}

	@Test
	void gainWhenNoVariantIsLimitedByItsThreadsShouldNameTheModelsThatGainNothing() {
		this.runs.add("platform-200", 100, 199.7, 100, Limit.USERS, 200, 0);
		this.runs.add("virtual", 100, 199.9, 100, Limit.USERS, 0, 0);
		this.runs.add("webflux", 100, 199.5, 100, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(Clause.Gain.class)).containsExactly(new Clause.Gain(new Point("users", 100),
				"platform-200", false, 200, Map.of(), List.of("virtual threads", "WebFlux")));
	}

	@Test
	void gainWhenSameAtEveryPointShouldBeOneClause() {
		for (int users : new int[] { 100, 500 }) {
			this.runs.add("platform-200", users, 2 * users, users, Limit.USERS, 200, 0);
			this.runs.add("webflux", users, 2 * users, users, Limit.USERS, 0, 0);
		}
		assertThat(this.runs.verdict(Clause.Gain.class)).singleElement()
			.satisfies((gain) -> assertThat(gain.point()).isEqualTo(Point.NONE));
		assertThat(this.runs.verdict(Clause.Knee.class))
			.containsExactly(new Clause.Knee(List.of("platform-200", "webflux"), null, 500, 500, 500));
	}

	@Test
	void gainWhenVariantIsFasterThoughNoThreadsLimitItShouldHaveItsRatio() {
		this.runs.add("platform-200", 100, 190, 100, Limit.USERS, 200, 0);
		this.runs.add("virtual", 100, 190.1, 100, Limit.USERS, 0, 0);
		this.runs.add("webflux", 100, 199.5, 100, Limit.USERS, 0, 0);
		Clause.Gain gain = this.runs.verdict(Clause.Gain.class).getFirst();
		assertThat(gain.better()).containsOnlyKeys("webflux");
		assertThat(Objects.requireNonNull(gain.better().get("webflux")).mean()).isCloseTo(1.05, within(1e-9));
		assertThat(gain.others()).containsExactly("virtual threads");
	}

	@Test
	void comparisonWhenTheCpuLimitsEveryVariantShouldSaySo() {
		this.runs.add("platform-200", 2000, 980, 200, Limit.CPU, 200, 1000);
		this.runs.add("platform-500", 2000, 980, 500, Limit.CPU, 500, 1000);
		this.runs.add("webflux", 2000, 980, 2000, Limit.CPU, 0, 1400);
		assertThat(this.runs.verdict(Clause.Comparison.class).getFirst().groups()).singleElement()
			.satisfies((group) -> assertThat(group.limits()).containsExactly(new Limited(Limit.CPU, null)));
		assertThat(this.runs.verdict(Clause.CeilingReached.class)).isEmpty();
		assertThat(this.runs.verdict(Clause.Gain.class)).singleElement().satisfies((gain) -> {
			assertThat(gain.cpu()).isTrue();
			assertThat(gain.others()).containsExactly("more request threads", "WebFlux");
		});
	}

	@Test
	void kneesShouldLieWhereTheLimitsCross() {
		this.runs.add("platform-200", 100, 199.7, 100, Limit.USERS, 200, 3400);
		this.runs.add("platform-200", 2000, 399.7, 200, Limit.REQUEST_THREADS, 200, 3400);
		this.runs.add("webflux", 1500, 2990, 1500, Limit.USERS, 0, 3400);
		this.runs.add("webflux", 2000, 3300, 2000, Limit.CPU, 0, 3400);
		this.runs.add("virtual", 100, 199.7, 100, Limit.USERS, 0, 0);
		this.runs.add("virtual", 2000, 3990, 2000, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(Clause.Knee.class)).containsExactly(
				new Clause.Knee(List.of("platform-200"), Limit.REQUEST_THREADS, 100, 2000, 200),
				// 3400 req/s x 0.5 s
				new Clause.Knee(List.of("webflux"), Limit.CPU, 1500, 2000, 1700),
				new Clause.Knee(List.of("virtual"), null, 2000, 2000, 2000));
		assertThat(this.runs.verdict(Clause.CeilingReached.class).getLast().ofOthers()).isTrue();
	}

	@Test
	void ofWhenProgramsOnlyCountShouldCountWhatAgreesWithTheory() {
		Runs counts = Runs.ofPrograms(Axis.NONE, Metric.TASKS_PER_SECOND, "lock", "socket");
		counts.addCounts("lock", 2);
		counts.addCounts("socket", 3);
		assertThat(counts.verdict(true)).containsExactly(new Clause.AsPredicted(5));
	}

	@Test
	void kneeWhenLimitedFromFirstPointOnShouldBeUnknown() {
		this.runs.add("platform-200", 500, 399.7, 200, Limit.REQUEST_THREADS, 200, 0);
		this.runs.add("platform-200", 1000, 399.8, 200, Limit.REQUEST_THREADS, 200, 0);
		assertThat(this.runs.verdict(Clause.Knee.class)).isEmpty();
	}

	@Test
	void kneeWhenTheAxisIsNotUsersShouldNotBeNamed() {
		Runs threads = Runs.ofServices(new Axis("threads", List.of(200.0, 500.0)));
		threads.add("platform-200", 200, 399.7, 200, Limit.REQUEST_THREADS, 200, 0);
		threads.add("platform-200", 500, 996.4, 500, Limit.USERS, 500, 0);
		assertThat(threads.verdict(Clause.Comparison.class)).hasSize(2);
		assertThat(threads.verdict(Clause.Knee.class)).isEmpty();
		assertThat(threads.verdict(Clause.CeilingReached.class)).hasSize(1);
	}

	@Test
	void kneeWhenThroughputExceedsForecastShouldBeWhereItIsReached() {
		this.runs.add("webflux", 500, 990, 500, Limit.USERS, 0, 1200);
		this.runs.add("webflux", 1500, 1900, 1500, Limit.CPU, 0, 1200);
		// 1900 req/s x 0.5 s
		assertThat(this.runs.verdict(Clause.Knee.class)).extracting(Clause.Knee::at).containsExactly(950.0);
	}

	@Test
	void kneeWhenLinesCrossElsewhereShouldStayBetweenThePoints() {
		this.runs.add("webflux", 1500, 2500, 1500, Limit.USERS, 0, 2600);
		this.runs.add("webflux", 2000, 2600, 2000, Limit.CPU, 0, 2600);
		assertThat(this.runs.verdict(Clause.Knee.class)).extracting(Clause.Knee::at).containsExactly(1500.0);
	}

	@Test
	void kneeWhenOneOfSeveralRoundsIsLimitedShouldBeFound() {
		this.runs.add("webflux", 1500, 2990, 1500, Limit.USERS, 0, 3400);
		this.runs.add("webflux", 2000, 1, 3400, 2000, Limit.CPU, 0, 3400, true);
		this.runs.add("webflux", 2000, 2, 3400, 2000, Limit.USERS, 0, 3400, true);
		assertThat(this.runs.verdict(Clause.Knee.class)).extracting(Clause.Knee::cause).containsExactly(Limit.CPU);
	}

	/** At 95 % each, six comparisons of equal variants would often show a difference. */
	@Test
	void comparisonShouldCorrectForTheirNumber() {
		// Single runs with 0.5 % each: 0.7071 % at 95 %, so 0.8 % are p = 0.027.
		this.runs.add("virtual", 500, 1000, 500, Limit.USERS, 0, 0);
		this.runs.add("webflux", 500, 1008, 500, Limit.USERS, 0, 0);
		assertThat(groups()).hasSize(2);
		this.runs.add("platform-200", 500, 1004, 500, Limit.USERS, 200, 0);
		this.runs.add("platform-500", 500, 1004, 500, Limit.USERS, 500, 0);
		// 0.027 is more than 0.05 / 6.
		assertThat(groups()).singleElement().satisfies((group) -> assertThat(group.variants()).hasSize(4));
	}

	@Test
	void comparisonWhenOnePairDiffersShouldHoldTheNextAgainstFewer() {
		this.runs.add("virtual", 500, 1000, 500, Limit.USERS, 0, 0);
		this.runs.add("webflux", 500, 1009, 500, Limit.USERS, 0, 0);
		this.runs.add("platform-200", 500, 500, 500, Limit.USERS, 200, 0);
		// Two pairs differ beyond doubt; what is left is one comparison at 95 %, in which
		// 0.9 % of ±0.71 % are seen. With Bonferroni's 98.3 % it would be ±0.87 %.
		assertThat(groups()).extracting(Group::variants)
			.containsExactly(List.of("webflux"), List.of("virtual"), List.of("platform-200"));
	}

	@Test
	void comparisonOfProgramsShouldPutTheLeastTimeFirst() {
		Runs programs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "slow", "fast");
		for (int round = 1; round <= 3; round++) {
			programs.add("slow", 0, round, 10 + 0.1 * round);
			programs.add("fast", 0, round, 5 + 0.1 * round);
		}
		Clause.Comparison comparison = programs.verdict(Clause.Comparison.class).getFirst();
		assertThat(comparison.metric()).isEqualTo(Metric.SECONDS);
		assertThat(comparison.groups()).extracting(Group::variants).containsExactly(List.of("fast"), List.of("slow"));
		assertThat(Objects.requireNonNull(comparison.groups().getLast().ofBest()).mean()).isGreaterThan(1.9);
	}

	@Test
	void differencesShouldBeginWithTheLargestAndLeaveOutEquals() {
		List<Summary> summaries = List.of(summary("a", 100, 0, 500), summary("b", 40, 0, 510));
		assertThat(Differences.of(summaries))
			.containsExactly(new Clause.Difference(Metric.LOST, Point.NONE, Map.of("a", 100.0, "b", 40.0)));
		// 20 of 120 are more than 10 %, and less than three deviations of √(100 + 120).
		assertThat(Differences.of(List.of(summary("a", 100, 0, 500), summary("b", 120, 0, 510)))).isEmpty();
	}

	@Test
	void differencesShouldBeEightAtMost() {
		assertThat(Differences.of(List.of(whole("a", 100), whole("b", 10)))).hasSize(8);
	}

	private static Summary whole(String variant, double value) {
		Map<Metric, Interval> figures = new EnumMap<>(Metric.class);
		for (Metric metric : Metric.values()) {
			figures.put(metric, new Interval(value, null, null, 1));
		}
		return new Summary(variant, Point.NONE, figures);
	}

	private static Summary summary(String variant, double lost, double refused, double latency) {
		return new Summary(variant, Point.NONE, Map.of(Metric.LOST, new Interval(lost, null, null, 1), Metric.REFUSED,
				new Interval(refused, null, null, 1), Metric.LATENCY_P99, new Interval(latency, null, null, 1)));
	}

	private List<Group> groups() {
		return this.runs.verdict(Clause.Comparison.class).getFirst().groups();
	}

}
