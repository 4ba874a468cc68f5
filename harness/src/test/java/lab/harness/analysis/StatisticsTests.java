package lab.harness.analysis;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
	void slotsShouldBeTheSmallestLimit() {
		assertThat(ServiceRun.slots(500, 200, 10_000)).isEqualTo(200);
		assertThat(ServiceRun.slots(500, null, 50)).isEqualTo(50);
		assertThat(ServiceRun.slots(500, null, null)).isEqualTo(500);
		assertThat(ServiceRun.slots(10, 200, 10_000)).isEqualTo(10);
	}

	private static Estimate estimate(boolean ofRatios, double... values) {
		return Estimate.of(IntStream.range(0, values.length)
			.boxed()
			.collect(Collectors.toMap((round) -> round, (round) -> values[round])), ofRatios);
	}

}
