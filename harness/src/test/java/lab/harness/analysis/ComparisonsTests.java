package lab.harness.analysis;

import java.util.List;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Axis;
import lab.harness.model.result.Behaviour.Limit;
import lab.harness.model.result.Claim.Pair;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The errors of pairs. The logarithms of the times are 0, 0, 0 and 0.1, 0.2, 0.3 and 0.3,
 * 0.4, 0.2 in three rounds, so the differences have the means 0.2, 0.3, 0.1 and the sums
 * of squares 0.02, 0.02, 0.06.
 */
class ComparisonsTests {

	private final Runs runs = Runs.ofPrograms(Axis.NONE, Metric.SECONDS, "fast", "middle", "slow");

	ComparisonsTests() {
		add("fast", 0, 0, 0);
		add("middle", 0.1, 0.2, 0.3);
		add("slow", 0.3, 0.4, 0.2);
	}

	private void add(String variant, double... logarithms) {
		for (int round = 1; round <= logarithms.length; round++) {
			this.runs.add(variant, 0, round, Math.exp(logarithms[round - 1]));
		}
	}

	@Test
	void pairsWhenNoneIsNamedShouldHaveErrorsOfTheirOwn() {
		// 0.2 ± 7.6488 √(0.02 / 2 / 3), Student's t(1 - 0.05 / 6, 2)
		assertThat(this.runs.verdict(Pair.class)).hasSize(3);
		isBetween("middle", "fast", 0.7854, 1.8995);
	}

	/** As the two-way analysis of variance has it: 0.1 / 6 with 4 degrees of freedom. */
	@Test
	void pairsWhenAllAreNamedShouldHaveTheErrorOfTheAnalysisOfVariance() {
		this.runs.pairs = List.of(List.of("middle", "fast"), List.of("fast", "slow"), List.of("slow", "middle"));
		// 0.2 ± 3.96079 √(0.1 / 6 / 3), Student's t(1 - 0.05 / 6, 4)
		assertThat(this.runs.verdict(Pair.class)).hasSize(3);
		isBetween("middle", "fast", 0.9092, 1.6409);
	}

	/** 0.04 / 4, with 4² / (2 + 2 + 2 x 2 / 4) = 3.2 degrees of freedom. */
	@Test
	void pairsWhenSomeAreNamedShouldBeTheOnlyOnes() {
		this.runs.pairs = List.of(List.of("fast", "middle"), List.of("fast", "slow"));
		// 0.2 ± 3.98941 √(0.01 / 3), Student's t(1 - 0.05 / 4, 3.2)
		assertThat(this.runs.verdict(Pair.class)).hasSize(2);
		isBetween("middle", "fast", 0.9701, 1.5378);
	}

	/**
	 * 200 threads serve less than 500 users ask for, and a request costs something in
	 * both.
	 */
	@Test
	void pairsWhenNamedShouldCompareTheCostAtCeilingsThatDiffer() {
		Runs services = Runs.ofServices(Axis.NONE);
		for (int round = 1; round <= 3; round++) {
			services.add("platform-200", 0, round, 400, 200, Limit.REQUEST_THREADS, 200, 0, true);
			services.putInLast(Metric.APP_CPU, 0.6 + 0.01 * round);
			services.add("webflux", 0, round, 1000, 500, Limit.USERS, 0, 0, true);
			services.putInLast(Metric.APP_CPU, 0.3);
		}
		assertThat(services.verdict(Pair.class)).isEmpty();
		services.pairs = List.of(List.of("platform-200", "webflux"));
		assertThat(services.verdict(Pair.class)).singleElement()
			.satisfies((pair) -> assertThat(pair.metric()).isEqualTo(Metric.APP_CPU));
	}

	private void isBetween(String one, String reference, double low, double high) {
		assertThat(this.runs.verdict(Pair.class)).filteredOn((pair) -> pair.pair().equals(List.of(one, reference)))
			.singleElement()
			.extracting(Pair::difference)
			.satisfies((difference) -> {
				assertThat(difference.low()).isCloseTo(low, within(0.0001));
				assertThat(difference.high()).isCloseTo(high, within(0.0001));
			});
	}

}
