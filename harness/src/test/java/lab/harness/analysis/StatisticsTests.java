package lab.harness.analysis;

import java.util.List;

import lab.harness.analysis.Statistics.Ratio;
import lab.harness.model.Figure;
import lab.harness.model.Metric;
import lab.harness.model.Result.Interval;
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
		Interval interval = Statistics.interval(List.of(9.0, 10.0, 11.0));
		assertThat(interval.mean()).isEqualTo(10);
		assertThat(interval.low()).isCloseTo(7.51586, within(0.0001));
		assertThat(interval.high()).isCloseTo(12.48414, within(0.0001));
		assertThat(interval.runs()).isEqualTo(3);
	}

	@Test
	void intervalWhenThereIsOneValueShouldBeUnknown() {
		assertThat(Statistics.figure(Metric.SECONDS, List.of(3.0))).isEqualTo(Figure.of(Metric.SECONDS, 3));
	}

	@Test
	void noiseOfPublishedRunShouldBeAsPublished() {
		// 0.57735 x 1.96 / √(400 x 60) = 0.73 %; with 1000 req/s 0.46 %, below the least
		assertThat(Statistics.noise(0.57735, 24_000)).isCloseTo(0.0073, within(0.0001));
		assertThat(Statistics.noise(0.57735, 60_000)).isEqualTo(0.005);
		assertThat(Statistics.noise(0, 1000)).isEqualTo(0.005);
	}

	@Test
	void ratioOfSingleRunsShouldCombineTheirErrors() {
		// √(0.03² + 0.04²) = 5 % of 2
		Ratio ratio = Ratio.of(new Interval(100, 97.0, 103.0, 1), new Interval(50, 48.0, 52.0, 1));
		assertThat(ratio.interval(0.05).low()).isCloseTo(1.9, within(1e-9));
		assertThat(ratio.interval(0.05).high()).isCloseTo(2.1, within(1e-9));
		// z of 0.05 / 6 on both sides is 2.638, of 0.05 it is 1.960
		assertThat(ratio.interval(0.05 / 6).high()).isCloseTo(2 + 0.1 * 2.638 / 1.960, within(0.0001));
		assertThat(ratio.p()).isLessThan(1e-9);
	}

	@Test
	void ratioWhenErrorIsUnknownShouldBeNoDifference() {
		Ratio ratio = Ratio.of(new Interval(100, null, null, 1), new Interval(50, null, null, 1));
		assertThat(ratio.p()).isEqualTo(1);
		assertThat(ratio.interval(0.05)).isEqualTo(new Interval(2, null, null, 1));
	}

	@Test
	void ratioOfPairsShouldCancelCommonDrift() {
		Ratio ratio = Ratio.ofPairs(List.of(101.0, 202.0, 303.0), List.of(100.0, 200.0, 300.0));
		assertThat(ratio.mean()).isCloseTo(1.01, within(1e-9));
		Interval interval = ratio.interval(0.05);
		assertThat(interval.low()).isCloseTo(1.01, within(1e-9));
		assertThat(interval.runs()).isEqualTo(3);
		assertThat(ratio.p()).isLessThan(0.001);
	}

	@Test
	void slotsShouldBeTheSmallestLimit() {
		assertThat(ServiceRun.slots(500, 200, 10_000)).isEqualTo(200);
		assertThat(ServiceRun.slots(500, null, 50)).isEqualTo(50);
		assertThat(ServiceRun.slots(500, null, null)).isEqualTo(500);
		assertThat(ServiceRun.slots(10, 200, 10_000)).isEqualTo(10);
	}

}
