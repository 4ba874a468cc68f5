package lab.harness.analysis;

import java.util.NavigableMap;
import java.util.TreeMap;

import lab.harness.analysis.Statistics.Estimate;
import lab.harness.model.result.Result.Interval;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The small formulas against figures worked out by hand.
 */
class StatisticsTests {

	@Test
	void intervalShouldUseStudentsT() {
		// mean 10, sd 1, n 3: t(0.975, 2) = 4.30265; 4.30265 / √3 = 2.48414
		Interval interval = estimate(false, 9.0, 10.0, 11.0).interval(0.05);
		assertThat(interval.mean()).isEqualTo(10);
		assertThat(interval.low()).isCloseTo(7.51586, within(0.0001));
		assertThat(interval.high()).isCloseTo(12.48414, within(0.0001));
		assertThat(interval.runs()).isEqualTo(3);
	}

	@Test
	void intervalWhenThereAreFewerThanThreeRunsShouldBeUnknown() {
		assertThat(estimate(false, 3.0).interval(0.05)).isEqualTo(new Interval(3, null, null, 1));
		assertThat(estimate(false, 3.0, 4.0).interval(0.05)).isEqualTo(new Interval(3.5, null, null, 2));
		assertThat(estimate(true, 2.0, 8.0).p()).isEqualTo(1);
	}

	@Test
	void intervalOfRatiosShouldBeThatOfTheirLogarithms() {
		// logarithms 0, 0.09531, 0.19062: mean 0.09531, sd / √3 = 0.0550274
		Estimate ratio = estimate(true, 1.0, 1.1, 1.21);
		assertThat(ratio.value()).isCloseTo(1.1, within(1e-9));
		// 1.1 e^(±4.302653 x 0.0550274)
		assertThat(ratio.interval(0.05).low()).isCloseTo(0.868095, within(1e-5));
		assertThat(ratio.interval(0.05).high()).isCloseTo(1.393856, within(1e-5));
		assertThat(ratio.margin(0.05)).isCloseTo(0.393856, within(1e-5));
		// With two degrees of freedom p = 1 - t / √(2 + t²), and t = √3.
		assertThat(ratio.p()).isCloseTo(1 - Math.sqrt(3.0 / 5), within(1e-9));
	}

	@Test
	void intervalAtAFixedLevelShouldUseTheQuantileOfStudentsT() {
		// With two degrees of freedom t = (2p - 1) / √(2p(1 - p)); p = 1 - 0.05 / 12:
		// 10.8858
		assertThat(estimate(false, 9.0, 10.0, 11.0).interval(0.05 / 6).high()).isCloseTo(10 + 10.8858 / Math.sqrt(3),
				within(0.0001));
	}

	@Test
	void marginOfDifferencesShouldBeTheFartherEnd() {
		// mean -0.002, half 4.30265 x 0.001 / √3 = 0.002484
		assertThat(estimate(false, -0.001, -0.002, -0.003).margin(0.05)).isCloseTo(0.004484, within(1e-6));
	}

	/** The variance and the t are those of the first five, the mean is that of all. */
	@Test
	void intervalOfTwoStagesShouldHaveTheVarianceOfTheFirst() {
		// First stage: mean 10, sum of squares 10, sd √2.5 = 1.581139; all ten: mean 11.
		Estimate estimate = Estimate.of(byRound(8, 9, 10, 11, 12, 12, 12, 12, 12, 12), 5, false);
		// t(0.975, 4) = 2.776445; 2.776445 x 1.581139 / √10 = 1.388223
		assertThat(estimate.interval(0.05).mean()).isEqualTo(11);
		assertThat(estimate.interval(0.05).low()).isCloseTo(9.611777, within(1e-5));
		assertThat(estimate.interval(0.05).high()).isCloseTo(12.388223, within(1e-5));
		assertThat(estimate.interval(0.05).runs()).isEqualTo(10);
	}

	@Test
	void roundsShouldBeThoseThatTheHalfWidthAsksFor() {
		Estimate first = estimate(false, 8, 9, 10, 11, 12);
		// (2.776445 x 1.581139 / 1.5)² = 8.565, and / 1 = 19.27
		assertThat(first.rounds(0.05, 1.5)).isEqualTo(9);
		assertThat(first.rounds(0.05, 1)).isEqualTo(20);
		// t(0.9875, 4) = 3.495406: (3.495406 x 1.581139 / 1.5)² = 13.58
		assertThat(first.rounds(0.025, 1.5)).isEqualTo(14);
		// The second stage does not change what the first asked for.
		assertThat(Estimate.of(byRound(8, 9, 10, 11, 12, 30, 40), 5, false).rounds(0.05, 1.5)).isEqualTo(9);
	}

	@Test
	void roundsForRatiosShouldUseTheLogarithm() {
		// Logarithms -0.4 to 0.4: sd 0.316228. ln 1.5 = 0.405465:
		// (2.776445 x 0.316228 / 0.405465)² = 4.689; 0.5 itself would ask for 3.083.
		Estimate ratio = estimate(true, Math.exp(-0.4), Math.exp(-0.2), 1, Math.exp(0.2), Math.exp(0.4));
		assertThat(ratio.rounds(0.05, 0.5)).isEqualTo(5);
	}

	@Test
	void hullShouldHoldBothIntervals() {
		assertThat(Statistics.hull(new Interval(2, 1.0, 3.0, 3), new Interval(3, 2.0, 4.0, 3)))
			.isEqualTo(new Interval(2, 1.0, 4.0, 3));
	}

	@Test
	void slotsShouldBeTheSmallestLimit() {
		assertThat(ServiceRun.slots(500, 200, 10_000)).isEqualTo(200);
		assertThat(ServiceRun.slots(500, null, 50)).isEqualTo(50);
		assertThat(ServiceRun.slots(500, null, null)).isEqualTo(500);
		assertThat(ServiceRun.slots(10, 200, 10_000)).isEqualTo(10);
	}

	private static Estimate estimate(boolean ofRatios, double... values) {
		return Estimate.of(byRound(values), Integer.MAX_VALUE, ofRatios);
	}

	private static NavigableMap<Integer, Double> byRound(double... values) {
		NavigableMap<Integer, Double> byRound = new TreeMap<>();
		for (double value : values) {
			byRound.put(byRound.size() + 1, value);
		}
		return byRound;
	}

}
