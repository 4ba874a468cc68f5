package lab.harness.analysis;

import java.util.List;

import lab.harness.experiment.Latency;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ChartArithmeticTests {

	@Test
	void knownDelayWhenUniformShouldRiseEvenly() {
		KnownDelay delay = KnownDelay.of(Latency.parse("uniform 100ms..300ms"));
		assertThat(delay.share(100, 150)).isCloseTo(0.25, within(1e-9));
		assertThat(delay.share(0, 100)).isCloseTo(0, within(1e-9));
		assertThat(delay.quantile(0.75)).isCloseTo(250, within(1e-6));
	}

	@Test
	void knownDelayWhenFixedShouldStandInOneBin() {
		KnownDelay delay = KnownDelay.of(Latency.parse("fixed 40ms"));
		assertThat(delay.share(40, 42)).isEqualTo(1);
		assertThat(delay.share(38, 40)).isZero();
		assertThat(delay.quantile(0.999)).isEqualTo(40);
	}

	@Test
	void knownDelayWhenExponentialShouldHaveItsMedianAtTheLogarithmOfTwo() {
		KnownDelay delay = KnownDelay.of(Latency.parse("exponential 500ms"));
		assertThat(delay.quantile(0.5)).isCloseTo(500 * Math.log(2), within(1e-6));
		assertThat(delay.share(0, 500)).isCloseTo(1 - Math.exp(-1), within(1e-9));
	}

	@Test
	void knownDelayWhenLogNormalShouldHaveMedianAndTailAsWritten() {
		KnownDelay delay = KnownDelay.of(Latency.parse("log-normal 400ms p99 2s"));
		assertThat(delay.quantile(0.5)).isCloseTo(400, within(1e-6));
		assertThat(delay.quantile(0.99)).isCloseTo(2000, within(1e-6));
	}

	@Test
	void secondCountsWhenARunIsLongShouldTakeLongerSteps() {
		// 1141 s and a minute of drain in 600 steps: 2.0017 s, so 3 s
		SecondCounts counts = new SecondCounts(1000, 1_142_000);
		counts.add(1000);
		counts.add(3999);
		counts.add(4000);
		assertThat(counts.stepSeconds()).isEqualTo(3);
		assertThat(counts.rates()).containsExactly(2 / 3.0, 1 / 3.0);
	}

	@Test
	void secondCountsWhenAMomentIsAbsurdShouldNotGrow() {
		SecondCounts counts = new SecondCounts(1000, 11_000);
		counts.add(999);
		counts.add(Long.MAX_VALUE / 2);
		counts.add(11_500);
		assertThat(counts.rates()).hasSize(11).endsWith(1.0);
	}

	@Test
	void latencyBinsWhenOneRunIsSlowShouldStillShowTheQuickOne() {
		LatencyCounts quick = counts(1000, 990);
		// 990 ms in 50 bins
		assertThat(LatencyBins.width(List.of(quick))).isEqualTo(20);
		assertThat(LatencyBins.width(List.of(quick, counts(1000, 3500)))).isEqualTo(20);
		// 9 s in 200 bins
		assertThat(LatencyBins.width(List.of(quick, counts(1000, 9000)))).isEqualTo(50);
		assertThat(LatencyBins.width(List.of())).isEqualTo(1);
	}

	@Test
	void latencyBinsWhenOneRequestIsFarOffShouldCountIt() {
		LatencyCounts latency = counts(2000, 40);
		latency.add(5000);
		LatencyBins bins = LatencyBins.of(latency, null, 10);
		assertThat(bins.shares()).hasSize(5);
		assertThat(bins.beyond()).isEqualTo(1);
		assertThat(bins.knownShares()).isNull();
	}

	private static LatencyCounts counts(int requests, long millis) {
		LatencyCounts counts = new LatencyCounts();
		for (int request = 0; request < requests; request++) {
			counts.add(millis);
		}
		return counts;
	}

}
