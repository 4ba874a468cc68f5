package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.experiment.Point;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Claim;
import lab.harness.model.result.Claim.Pair;
import lab.harness.model.result.Claim.Reached;
import lab.harness.model.result.ClaimKind;
import lab.harness.model.result.Result.Interval;
import lab.harness.model.result.Result.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class VerdictTests {

	private static final Point USERS_500 = new Point(Axis.USERS, 500);

	private final Runs runs = Runs.ofServices(new Axis(Axis.USERS, List.of(100.0, 500.0, 1500.0, 2000.0)));

	@Test
	void answerOfOneRoundShouldCompareEachVariantWithItsOwnPredictionOnly() {
		this.runs.add("platform-200", 500, 399.8, 200, Limit.REQUEST_THREADS, 200, 0);
		this.runs.add("platform-500", 500, 998.0, 500, Limit.USERS, 500, 0);
		this.runs.add("virtual", 500, 997.4, 500, Limit.USERS, 0, 0);
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		// The law allows 200 / 0.5 s and 500 / 0.5 s.
		assertThat(this.runs.verdict(Reached.class)).containsExactly(
				new Reached(Metric.THROUGHPUT, USERS_500, List.of("platform-500", "virtual", "webflux"), 997.4, 998.6,
						1000.0, 997.4 / 500 / 2, Limit.USERS, 500.0),
				new Reached(Metric.THROUGHPUT, USERS_500, List.of("platform-200"), 399.8, 399.8, 400.0, 399.8 / 200 / 2,
						Limit.REQUEST_THREADS, 200.0));
		assertThat(this.runs.verdict(Pair.class)).isEmpty();
		assertThat(this.runs.verdict(Claim.Method.class)).containsExactly(new Claim.Method(1, 1, 3));
	}

	@Test
	void answerWhenAVariantMissesTheCeilingShouldTellItAlone() {
		// 95 % of the best are 948.7.
		this.runs.add("virtual", 500, 948.0, 500, Limit.USERS, 0, 0);
		this.runs.add("platform-500", 500, 949.0, 500, Limit.USERS, 500, 0);
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(Reached.class)).containsExactlyInAnyOrder(
				new Reached(Metric.THROUGHPUT, USERS_500, List.of("platform-500", "webflux"), 949.0, 998.6, 1000.0,
						0.949, Limit.USERS, 500.0),
				new Reached(Metric.THROUGHPUT, USERS_500, List.of("virtual"), 948.0, 948.0, 1000.0, 0.948, Limit.USERS,
						500.0));
	}

	@Test
	void comparisonAtTheCeilingShouldSayByHowMuchLossesDifferAtMost() {
		this.runs.addLosses("webflux", 0.001, 0.001, 0.001);
		this.runs.addLosses("virtual", 0.002, 0.001, 0.003);
		// Differences 0.001, 0, 0.002: mean 0.001, p = 1 - √(3 / 5); half 4.302653 x
		// 0.001 / √3
		assertThat(this.runs.verdict(Pair.class)).singleElement().satisfies((alike) -> {
			assertThat(alike.metric()).isEqualTo(Metric.LOSS);
			assertThat(alike.pair()).containsExactly("virtual", "webflux");
			assertThat(alike.status()).isEqualTo(Claim.Status.NOT_SEEN);
			assertThat(alike.margin()).isCloseTo(0.003484, within(1e-6));
		});
		assertThat(this.runs.verdict(Claim.Method.class)).containsExactly(new Claim.Method(3, 3, 1));
	}

	@Test
	void ofOpenArrivalsShouldTellHowFarThePredictionHolds() {
		Axis axis = new Axis(Axis.OF_CAPACITY, List.of(70.0, 80.0, 95.0));
		Runs arrivals = Runs.ofArrivals(axis);
		addP99(arrivals, "virtual", 70, 500, 505);
		addP99(arrivals, "virtual", 80, 500, 549);
		addP99(arrivals, "virtual", 95, 500, 2000);
		addP99(arrivals, "webflux", 70, 500, 449);
		addP99(arrivals, "webflux", 80, 500, 500);
		addP99(arrivals, "webflux", 95, 500, 750);
		Point last = new Point(Axis.OF_CAPACITY, 95);
		assertThat(arrivals.verdict(Claim.Prediction.class)).containsExactly(
				new Claim.Prediction("virtual", Metric.LATENCY_P99, new Point(Axis.OF_CAPACITY, 80), last, 4.0),
				new Claim.Prediction("webflux", Metric.LATENCY_P99, null, last, 1.5));
		arrivals.makeLastCold();
		assertThat(arrivals.verdict(Claim.Prediction.class)).extracting(Claim.Prediction::variant)
			.as("a variant with a cold run is left out")
			.containsExactly("virtual");
	}

	private static void addP99(Runs arrivals, String variant, double point, double predicted, double measured) {
		arrivals.add(variant, point, 1, Map.of(Metric.LATENCY_P99, measured, Metric.MEASURED, measured,
				Metric.PREDICTED, predicted, Metric.OF_PREDICTION, measured / predicted));
	}

	/**
	 * Each check, planted in every run of one of two variants: exactly the claims that
	 * need it go, and the others still stand.
	 */
	@ParameterizedTest
	@CsvSource({ "MACHINE_IDLE, 0, law loss cpu", "MACHINE_STEAL, 0.5, law loss cpu", "WARM, 0.5, law", "LAW, 0.9, law",
			"CONNECTIONS, 9, law", "BACKEND_DELAY_GIVEN, 50, law loss cpu", "PROBE_COVERAGE, 0, law loss cpu",
			"NO_ERRORS, 9, ''", "BACKEND_CALLS, 0.5, ''", "BELOW_CPU_CEILING, 2, law loss", "STEADY, 0.5, law loss cpu",
			"AT_CEILING, 0.5, law loss cpu", "LEDGER_SENT, 3, ''", "BELOW_CEILING, 2, ''", "LAW, 2, ''" })
	void ofWhenACheckFailsShouldWithholdWhatNeedsItAndNothingElse(CheckKind kind, double value, String left) {
		for (String variant : List.of("webflux", "virtual")) {
			for (int round = 1; round <= 5; round++) {
				this.runs.addLosses(variant, 0.001 * round);
				this.runs.putInLast(Metric.APP_CPU, 1 + 0.01 * round);
				if (variant.equals("virtual")) {
					this.runs.failLast(new Check(kind, null, value, "", false));
				}
			}
		}
		List<String> standing = new ArrayList<>();
		if (this.runs.verdict(Reached.class).stream().anyMatch((law) -> law.variants().contains("virtual"))) {
			standing.add("law");
		}
		this.runs.verdict(Pair.class)
			.stream()
			.filter((pair) -> pair.status() == Claim.Status.NOT_SEEN)
			.map(Pair::kind)
			.forEach(standing::add);
		assertThat(standing).containsExactly(left.isEmpty() ? new String[0] : left.split(" "));
		assertThat(this.runs.verdict(Pair.class)).filteredOn((pair) -> !standing.contains(pair.kind()))
			.allSatisfy((pair) -> assertThat(pair.because()).containsExactly(kind.toString()));
		// The other variant has its law, whatever happened to this one.
		assertThat(this.runs.verdict(Reached.class)).anyMatch((law) -> law.variants().contains("webflux"));
	}

	/** Alone, the machine changes between the runs, so that four rounds are too few. */
	@ParameterizedTest
	@CsvSource({ "4, UNDECIDED", "5, NOT_SEEN" })
	void comparisonOfCostsAloneShouldNeedFiveRounds(int rounds, Claim.Status status) {
		for (int round = 1; round <= rounds; round++) {
			for (String variant : List.of("webflux", "virtual")) {
				this.runs.addLosses(variant, 0.001);
				this.runs.putInLast(Metric.APP_CPU,
						1 + 0.01 * round + (variant.equals("virtual") ? 0.02 : 0.04 * (round % 2)));
			}
		}
		assertThat(this.runs.verdict(Pair.class)).filteredOn((pair) -> pair.kind().equals("cpu"))
			.extracting(Pair::status)
			.containsExactly(status);
	}

	/** A pair with too few warm rounds does not hide another that has enough. */
	@Test
	void comparisonOfCostsWhenOnePairIsUndecidedShouldStillFindTheOther() {
		for (int round = 1; round <= 5; round++) {
			this.runs.addLosses("webflux", 0.001);
			this.runs.putInLast(Metric.APP_CPU, 1);
			this.runs.addLosses("virtual", 0.001);
			this.runs.putInLast(Metric.APP_CPU, 2 + 0.01 * round);
			this.runs.addLosses("platform-500", 0.001);
			this.runs.putInLast(Metric.APP_CPU, 9 + 0.0001 * round);
			if (round == 5) {
				this.runs.makeLastCold();
			}
		}
		assertThat(this.runs.verdict(Pair.class)).filteredOn((pair) -> pair.kind().equals("cpu"))
			.filteredOn((pair) -> pair.pair().equals(List.of("virtual", "webflux")))
			.extracting(Pair::status)
			.containsExactly(Claim.Status.SEEN);
	}

	/** A throughput of 99 % of a declared ceiling, while 20 of 200 threads are busy. */
	@Test
	void answerWhenItsOwnCountShowsFreeThreadsShouldNotNameThemAsTheLimit() {
		this.runs.add("platform-200", 500, 398, 200, Limit.REQUEST_THREADS, 200, 0);
		this.runs.useInLast(20, 200);
		assertThat(this.runs.verdict(Reached.class)).extracting(Reached::limit).containsOnlyNulls();
		assertThat(this.runs.verdict(Claim.NotTheLimit.class))
			.containsExactly(new Claim.NotTheLimit(USERS_500, List.of("platform-200"), Limit.REQUEST_THREADS, 20, 200));
	}

	/** 98.1 % of the ceiling in cold code is no loss beside 99.9 % in warm code. */
	@Test
	void comparisonWhenOneVariantIsColdAtItsCeilingShouldNotCallItSlower() {
		for (int round = 1; round <= 3; round++) {
			this.runs.addLosses("webflux", 0.001);
			this.runs.addLosses("virtual", 0.019 + 0.0001 * round);
			this.runs.makeLastCold();
		}
		assertThat(this.runs.verdict(Pair.class)).singleElement()
			.extracting(Pair::status, Pair::because)
			.containsExactly(Claim.Status.WITHHELD, List.of("warm"));
	}

	/**
	 * Busy processors are the limit only if the run itself, and not a neighbour, fills
	 * them.
	 */
	@ParameterizedTest
	@CsvSource({ "0.95, 0.04, true", "0.89, 0.04, false", "0.93, 0.06, false", "0.5, 0.5, false" })
	void processorsShouldBeTheLimitOnlyIfTheRunItselfFillsThem(double used, double others, boolean limit) {
		this.runs.add("webflux", 500, 950, 500, Limit.CPU, 0, 1000);
		this.runs.putInLast(Metric.PROCESSORS_USED, used);
		this.runs.putInLast(Metric.PROCESSORS_OTHERS, others);
		this.runs.putInLast(Metric.APP_CPU, 1.6);
		this.runs.putInLast(Metric.GENERATOR_CPU, 0.4);
		List<Claim.Processors> claims = this.runs.verdict(Claim.Processors.class);
		assertThat(claims).hasSize(limit ? 1 : 0);
		if (limit) {
			// 950 / 0.95 = 1000 a second, of 2 ms each: 2 cores
			assertThat(claims.getFirst().capacity()).isCloseTo(1000, within(1e-9));
			assertThat(claims.getFirst().cores()).isEqualTo(2);
		}
	}

	@Test
	void marginOfAPairShouldBeTheFartherEnd() {
		assertThat(pair(Metric.LOSS, new Claim.Difference(-0.002, -0.004484, 0.000484, 3)).margin())
			.isEqualTo(0.004484);
		assertThat(pair(Metric.SECONDS, new Claim.Difference(1.1, 0.868, 1.394, 3)).margin()).isCloseTo(0.394,
				within(1e-9));
	}

	private static Pair pair(Metric metric, Claim.Difference difference) {
		return new Pair(metric, USERS_500, List.of("a", "b"), difference, Claim.Status.NOT_SEEN, List.of());
	}

	/** A throughput of single runs would not show a loss of 0.5 %. */
	@Test
	void comparisonAtTheCeilingShouldFindALossOfHalfAPercent() {
		this.runs.addLosses("webflux", 0.0010, 0.0012, 0.0011);
		this.runs.addLosses("virtual", 0.0060, 0.0063, 0.0060);
		assertThat(this.runs.verdict(Pair.class)).singleElement()
			.isEqualTo(new Pair(Metric.LOSS, USERS_500, List.of("virtual", "webflux"), toBest(), Claim.Status.SEEN,
					List.of()));
		// Differences 0.0050, 0.0051, 0.0049: half 4.302653 x 0.0001 / √3
		assertThat(toBest().ratio()).isCloseTo(0.005, within(1e-9));
		assertThat(toBest().low()).isCloseTo(0.005 - 0.000248414, within(1e-8));
	}

	@Test
	void ofWhenTheOnlyRunOfAVariantIsColdShouldTellNoCostOfIt() {
		Runs programs = Runs.ofPrograms(Axis.NONE, Metric.APP_CPU, "cold", "warm");
		programs.add("cold", 0, 1, 0.2);
		programs.makeLastCold();
		programs.add("warm", 0, 1, 0.3);
		assertThat(programs.verdict(Reached.class)).singleElement().satisfies((told) -> {
			assertThat(told.variants()).containsExactly("warm");
			assertThat(told.kind()).as("no law says what it should be").isEqualTo("figure");
		});
	}

	/** With 5 ms of delay the time of the app decides, which is longer in cold code. */
	@Test
	void comparisonWhenARoundIsColdBelowItsCeilingShouldLeaveItOut() {
		for (int round = 1; round <= 4; round++) {
			this.runs.add("webflux", 500, round, 700 + round, 500, Limit.USERS, 0, 0, true);
			this.runs.add("virtual", 500, round, (round < 4) ? 690 + round : 500, 500, Limit.USERS, 0, 0, true);
		}
		this.runs.makeLastCold();
		assertThat(this.runs.verdict(Claim.Method.class)).containsExactly(new Claim.Method(4, 3, 1));
		assertThat(this.runs.verdict(Claim.Withheld.class)).singleElement()
			.extracting(Claim.Withheld::because, Claim.Withheld::of)
			.containsExactly("warm", 8);
		assertThat(this.runs.summaries().all()).extracting((summary) -> Summaries.mean(Metric.THROUGHPUT, summary))
			.as("means of the same rounds")
			.containsExactly(692.0, 702.0);
	}

	/**
	 * One failed request of a thousand withholds the law alone, one of ten all it can.
	 */
	@Test
	void ofWhenACheckWithholdsMoreFromOneRunShouldSayItOfThatRunAlone() {
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		this.runs.failLast(Check.atMost(CheckKind.NO_ERRORS, 0.001, 0));
		this.runs.add("virtual", 500, 997.4, 500, Limit.USERS, 0, 0);
		this.runs.failLast(Check.atMost(CheckKind.NO_ERRORS, 0.1, 0));
		List<Claim.Withheld> withheld = this.runs.verdict(Claim.Withheld.class);
		assertThat(withheld).extracting(Claim.Withheld::because).containsExactly("no-errors", "no-errors");
		assertThat(withheld.getFirst().runs()).containsExactly(this.runs.outcomes.getFirst().run().id());
		assertThat(withheld.getFirst().claims()).containsExactly(ClaimKind.LAW);
		assertThat(withheld.getLast().runs()).containsExactly(this.runs.outcomes.getLast().run().id());
		assertThat(withheld.getLast().claims()).contains(ClaimKind.LAW, ClaimKind.DIFFERENCE);
	}

	@Test
	void comparisonShouldLeaveOutVariantsWithAnotherCeiling() {
		for (int round = 1; round <= 3; round++) {
			this.runs.add("platform-200", 500, round, 399 + round, 200, Limit.REQUEST_THREADS, 200, 0, true);
			this.runs.add("webflux", 500, round, 990 + round, 500, Limit.USERS, 0, 0, true);
		}
		assertThat(this.runs.verdict(Pair.class)).isEmpty();
		assertThat(this.runs.verdict(Claim.Method.class)).isEmpty();
	}

	@Test
	void ofWhenARunIsInvalidShouldAnswerFromTheOthersAndNameIt() {
		this.runs.add("webflux", 500, 1, 998.6, 500, Limit.USERS, 0, 0, false);
		this.runs.add("virtual", 500, 997.4, 500, Limit.USERS, 0, 0);
		List<Claim> verdict = this.runs.verdict(true);
		assertThat(verdict).hasSize(2)
			.last()
			.isEqualTo(new Claim.Invalid(List.of(this.runs.outcomes.getFirst().run().id()), 2));
		assertThat(this.runs.verdict(Reached.class)).extracting(Reached::variants).containsExactly(List.of("virtual"));
		assertThat(this.runs.summaries().all()).extracting(Summary::variant).containsExactly("virtual");
	}

	@Test
	void ofWhenNothingWasFinishedShouldSaySo() {
		assertThat(this.runs.verdict(false)).containsExactly(new Claim.NothingFinished());
	}

	@Test
	void ofWhenIncompleteShouldSaySoFirst() {
		this.runs.add("webflux", 500, 998.6, 500, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(false)).first().isEqualTo(new Claim.Incomplete());
	}

	@Test
	void methodShouldCountTheRoundsThatEveryVariantFinished() {
		for (int round = 1; round <= 3; round++) {
			this.runs.add("webflux", 500, round, 990 + round, 500, Limit.USERS, 0, 0, true);
		}
		for (int round = 1; round <= 2; round++) {
			this.runs.add("virtual", 500, round, 990 + round, 500, Limit.USERS, 0, 0, true);
		}
		assertThat(this.runs.verdict(Claim.Method.class)).containsExactly(new Claim.Method(2, 2, 1));
	}

	@Test
	void summariesShouldHaveEveryMetricAndStudentsInterval() {
		this.runs.add("webflux", 500, 1, 990, 500, Limit.USERS, 0, 0, true);
		this.runs.add("webflux", 500, 2, 1000, 500, Limit.USERS, 0, 0, true);
		this.runs.add("webflux", 500, 3, 1010, 500, Limit.USERS, 0, 0, true);
		this.runs.add("virtual", 500, 997, 500, Limit.USERS, 0, 0);
		List<Summary> all = this.runs.summaries().all();
		assertThat(all).extracting(Summary::variant).containsExactly("virtual", "webflux");
		Interval throughput = Objects.requireNonNull(all.getLast().figures().get(Metric.THROUGHPUT));
		// 4.30265 x 10 / √3
		assertThat(throughput.high()).isCloseTo(1024.84, within(0.01));
		assertThat(all.getLast().figures()).containsKeys(Metric.OF_CEILING, Metric.SLOTS);
		assertThat(all.getFirst().figures().get(Metric.THROUGHPUT)).isEqualTo(new Interval(997, null, null, 1));
	}

	@Test
	void answerWithoutAPredictionShouldListEachVariantInItsOrder() {
		Runs programs = Runs.ofPrograms(new Axis("threads", List.of(4.0)), Metric.SECONDS, "a", "b");
		programs.add("a", 4, 1, 1.02);
		programs.add("b", 4, 1, 1.00);
		Point four = new Point("threads", 4);
		assertThat(programs.verdict(Reached.class)).containsExactly(
				new Reached(Metric.SECONDS, four, List.of("a"), 1.02, 1.02, null, null, null, null),
				new Reached(Metric.SECONDS, four, List.of("b"), 1.00, 1.00, null, null, null, null));
		assertThat(programs.verdict(Pair.class)).isEmpty();
	}

	@Test
	void kneeWhenUsersAlwaysLimitShouldBeNone() {
		for (int users : new int[] { 100, 500 }) {
			this.runs.add("platform-200", users, 2 * users, users, Limit.USERS, 200, 0);
			this.runs.add("webflux", users, 2 * users, users, Limit.USERS, 0, 0);
		}
		assertThat(this.runs.verdict(Claim.Knee.class))
			.containsExactly(new Claim.Knee(List.of("platform-200", "webflux"), null, 500, 500, 500));
	}

	@Test
	void comparisonWhenTheCpuLimitsEveryVariantShouldBeOfTheirThroughput() {
		for (int round = 1; round <= 3; round++) {
			this.runs.add("platform-200", 2000, round, 980 * round, 200, Limit.CPU, 200, 1000, true);
			this.runs.add("webflux", 2000, round, 1078 * round, 2000, Limit.CPU, 0, 1400, true);
		}
		assertThat(this.runs.verdict(Reached.class))
			.containsExactly(new Reached(Metric.THROUGHPUT, new Point(Axis.USERS, 2000),
					List.of("platform-200", "webflux"), 1960, 2156, null, null, Limit.CPU, null));
		assertThat(this.runs.verdict(Pair.class)).extracting(Pair::metric).containsExactly(Metric.THROUGHPUT);
		// The machine was faster in each round, for both.
		assertThat(toBest().ratio()).isCloseTo(1 / 1.1, within(1e-9));
	}

	@Test
	void kneesShouldLieWhereTheLimitsCross() {
		this.runs.add("platform-200", 100, 199.7, 100, Limit.USERS, 200, 3400);
		this.runs.add("platform-200", 2000, 399.7, 200, Limit.REQUEST_THREADS, 200, 3400);
		this.runs.add("webflux", 1500, 2990, 1500, Limit.USERS, 0, 3400);
		this.runs.add("webflux", 2000, 3300, 2000, Limit.CPU, 0, 3400);
		this.runs.add("virtual", 100, 199.7, 100, Limit.USERS, 0, 0);
		this.runs.add("virtual", 2000, 3990, 2000, Limit.USERS, 0, 0);
		assertThat(this.runs.verdict(Claim.Knee.class)).containsExactly(
				new Claim.Knee(List.of("platform-200"), Limit.REQUEST_THREADS, 100, 2000, 200),
				// 3400 req/s x 0.5 s
				new Claim.Knee(List.of("webflux"), Limit.CPU, 1500, 2000, 1700),
				new Claim.Knee(List.of("virtual"), null, 2000, 2000, 2000));
	}

	@Test
	void ofWhenProgramsOnlyCountShouldCountWhatAgreesWithTheory() {
		Runs counts = Runs.ofPrograms(Axis.NONE, Metric.TASKS_PER_SECOND, "lock", "socket");
		counts.addCounts("lock", 2);
		counts.addCounts("socket", 3);
		assertThat(counts.verdict(true)).containsExactly(new Claim.AsPredicted(5));
	}

	@Test
	void kneeWhenLimitedFromFirstPointOnShouldBeUnknown() {
		this.runs.add("platform-200", 500, 399.7, 200, Limit.REQUEST_THREADS, 200, 0);
		this.runs.add("platform-200", 1000, 399.8, 200, Limit.REQUEST_THREADS, 200, 0);
		assertThat(this.runs.verdict(Claim.Knee.class)).isEmpty();
	}

	@Test
	void kneeWhenTheAxisIsNotUsersShouldNotBeNamed() {
		Runs threads = Runs.ofServices(new Axis("threads", List.of(200.0, 500.0)));
		threads.add("platform-200", 200, 399.7, 200, Limit.REQUEST_THREADS, 200, 0);
		threads.add("platform-200", 500, 996.4, 500, Limit.USERS, 500, 0);
		assertThat(threads.verdict(Reached.class)).hasSize(2);
		assertThat(threads.verdict(Claim.Knee.class)).isEmpty();
	}

	@Test
	void kneeWhenThroughputExceedsForecastShouldBeWhereItIsReached() {
		this.runs.add("webflux", 500, 990, 500, Limit.USERS, 0, 1200);
		this.runs.add("webflux", 1500, 1900, 1500, Limit.CPU, 0, 1200);
		// 1900 req/s x 0.5 s
		assertThat(this.runs.verdict(Claim.Knee.class)).extracting(Claim.Knee::at).containsExactly(950.0);
	}

	@Test
	void kneeWhenLinesCrossElsewhereShouldStayBetweenThePoints() {
		this.runs.add("webflux", 1500, 2500, 1500, Limit.USERS, 0, 2600);
		this.runs.add("webflux", 2000, 2600, 2000, Limit.CPU, 0, 2600);
		assertThat(this.runs.verdict(Claim.Knee.class)).extracting(Claim.Knee::at).containsExactly(1500.0);
	}

	@Test
	void kneeWhenOneOfSeveralRoundsIsLimitedShouldBeFound() {
		this.runs.add("webflux", 1500, 2990, 1500, Limit.USERS, 0, 3400);
		this.runs.add("webflux", 2000, 1, 3400, 2000, Limit.CPU, 0, 3400, true);
		this.runs.add("webflux", 2000, 2, 3400, 2000, Limit.USERS, 0, 3400, true);
		assertThat(this.runs.verdict(Claim.Knee.class)).extracting(Claim.Knee::cause).containsExactly(Limit.CPU);
	}

	@Test
	void kneeWhenOnlyAColdRoundIsLimitedByTheCpuShouldBeThatOfTheWarmRounds() {
		this.runs.add("webflux", 1500, 2990, 1500, Limit.USERS, 0, 3400);
		this.runs.add("webflux", 2000, 1, 3400, 2000, Limit.CPU, 0, 3400, true);
		this.runs.makeLastCold();
		assertThat(this.runs.verdict(Claim.Knee.class)).extracting(Claim.Knee::cause).containsExactly(Limit.CPU);
		this.runs.add("webflux", 2000, 2, 3900, 2000, Limit.USERS, 0, 4400, true);
		assertThat(this.runs.verdict(Claim.Knee.class))
			.containsExactly(new Claim.Knee(List.of("webflux"), null, 2000, 2000, 2000));
		assertThat(this.runs.verdict(Reached.class)).extracting(Reached::limit).containsOnly(Limit.USERS);
	}

	@Test
	void comparisonShouldCallDifferentByHolmAndKeepTheLevelOfItsIntervals() {
		Runs programs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "a", "b", "c");
		for (int round = 1; round <= 3; round++) {
			double ratio = 0.04021 + 0.01 * (round - 2);
			programs.add("a", 0, round, 1);
			programs.add("b", 0, round, Math.exp(ratio));
			programs.add("c", 0, round, Math.exp(1 + ratio));
		}
		List<Pair> pairs = programs.verdict(Pair.class);
		// b / a: t = 0.04021 √3 / 0.01 = 6.965, p = 0.02. Two pairs differ beyond doubt,
		// so it
		// is held against 0.05, and with Bonferroni's 0.05 / 3 it would not differ.
		assertThat(pairs).extracting(Pair::status).containsOnly(Claim.Status.SEEN);
		// Its interval keeps 1 - 0.05 / 3, where t is 7.6488: e^(0.04021 - 0.04416)
		assertThat(pairs.getFirst().pair()).containsExactly("b", "a");
		assertThat(pairs.getFirst().difference().low()).isCloseTo(0.99606, within(0.00001));
	}

	@Test
	void comparisonOfProgramsShouldPutTheLeastTimeFirst() {
		Runs programs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "slow", "fast");
		for (int round = 1; round <= 3; round++) {
			programs.add("slow", 0, round, 10 + 0.1 * round);
			programs.add("fast", 0, round, 5 + 0.1 * round);
		}
		assertThat(programs.verdict(Pair.class)).singleElement().satisfies((slow) -> {
			assertThat(slow.metric()).isEqualTo(Metric.SECONDS);
			assertThat(slow.pair()).containsExactly("slow", "fast");
			assertThat(slow.difference().ratio()).isGreaterThan(1.9);
		});
	}

	private Claim.Difference toBest() {
		return this.runs.verdict(Pair.class).getLast().difference();
	}

	/**
	 * Another machine has another throughput, and reaches the same share of a ceiling.
	 */
	@Test
	void summariesShouldHaveIntervalsOnlyWhereTheLawDecides() {
		this.runs.addLosses("virtual", 0.002, 0.003, 0.004);
		Map<Metric, Interval> figures = this.runs.summaries().all().getFirst().figures();
		assertThat(figures.get(Metric.THROUGHPUT)).extracting(Interval::low).isNotNull();
		assertThat(figures.get(Metric.LOSS)).extracting(Interval::low).isNull();
		this.runs.measuredTogether = false;
		figures = this.runs.summaries().all().getFirst().figures();
		assertThat(figures.get(Metric.THROUGHPUT)).isEqualTo(new Interval(997, null, null, 3));
		assertThat(figures.get(Metric.OF_CEILING)).extracting(Interval::low).isNotNull();
	}

	@Test
	void summariesWhenTheCpuIsTheLimitShouldHaveNoInterval() {
		for (int round = 1; round <= 3; round++) {
			this.runs.add("webflux", 2000, round, 3400 + round, 2000, Limit.CPU, 0, 3400, true);
		}
		assertThat(this.runs.summaries().all().getFirst().figures().values()).extracting(Interval::low)
			.containsOnlyNulls();
	}

}
