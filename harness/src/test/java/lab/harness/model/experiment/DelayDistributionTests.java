package lab.harness.model.experiment;

import lab.harness.model.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class DelayDistributionTests {

	/**
	 * By hand: the sd of a uniform distribution is its width / √12. For the log-normal
	 * one s = ln(2000/400) / 2.32635 = 0.69183, the mean 400 exp(s²/2) = 400 x 1.27036,
	 * and the sd mean √(exp(s²) - 1) = 508.15 x √0.61385.
	 */
	@ParameterizedTest
	@CsvSource({ "uniform 0ms..1000ms, 500, 288.675", "uniform 1s..2s, 1500, 288.675", "fixed 40ms, 40, 0",
			"fixed 0.5ms, 0.5, 0", "exponential 500ms, 500, 500", "log-normal 400ms p99 2s, 508.15, 398.1" })
	void parseShouldComputeMeanAndStandardDeviation(String text, double mean, double sd) {
		DelayDistribution latency = DelayDistribution.parse(text);
		assertThat(latency.meanMillis()).isCloseTo(mean, within(0.05));
		assertThat(latency.sdMillis()).isCloseTo(sd, within(0.2));
	}

	/**
	 * By hand: the age of a uniform delay up to m has the density 2 (1 - x/m) / m and the
	 * variance m² / 18, that of a fixed one is uniform, and that of an exponential one
	 * exponential. For the log-normal one E Dⁿ = medianⁿ exp(n² s² / 2): E D² / 2 mean is
	 * 410.04 ms, E D³ / 3 mean 361,795 ms², and the sd √(361,795 - 410.04²).
	 */
	@ParameterizedTest
	@CsvSource({ "uniform 0ms..1000ms, 235.70", "fixed 40ms, 11.547", "exponential 500ms, 500",
			"log-normal 400ms p99 2s, 440.0" })
	void ageSdShouldFollowFromTheMoments(String text, double sd) {
		assertThat(DelayDistribution.parse(text).ageSdMillis(0)).isCloseTo(sd, within(0.01 * sd));
	}

	/**
	 * A delay of 0 or more and 500 ms: E C² / 2 mean = 541.7, E C³ / 3 mean = 416,667.
	 */
	@Test
	void ageSdOfACycleShouldFollowFromItsMoments() {
		assertThat(DelayDistribution.parse("uniform 0ms..1000ms").ageSdMillis(500)).isCloseTo(351.1, within(0.1));
		assertThat(DelayDistribution.parse("fixed 40ms").ageSdMillis(80)).isCloseTo(34.64, within(0.01));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "fixed", "fixed 40", "fixed -1ms", "uniform 10ms..5ms", "uniform 5ms", "gaussian 5ms",
			"log-normal 2s p99 400ms", "fixed 40 parsecs", "fixed 1ms..2ms", "uniform 1ms p99 2ms", "exponential" })
	void parseWhenNotALatencyShouldListTheForms(String text) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> DelayDistribution.parse(text))
			.withMessageContaining("uniform 0ms..1000ms")
			.withMessageContaining("log-normal 400ms p99 2s");
	}

	@ParameterizedTest
	@ValueSource(strings = { "fixed 61s", "uniform 0ms..60001ms", "exponential 600s" })
	void parseWhenLongerThanTheBackendWaitsShouldRefuse(String text) {
		assertThatExceptionOfType(InvalidInputException.class).isThrownBy(() -> DelayDistribution.parse(text))
			.withMessageContaining("60s at most");
	}

	@Test
	void whileWarmingUpShouldLeaveTwoThousandRequestsASecond() {
		DelayDistribution slow = DelayDistribution.parse("fixed 15s");
		assertThat(slow.whileWarmingUp(500).meanMillis()).isEqualTo(250);
		assertThat(slow.whileWarmingUp(20)).isEqualTo(DelayDistribution.parse("uniform 0ms..20ms"));
		assertThat(slow.whileWarmingUp(1).meanMillis()).isEqualTo(1);
		assertThat(slow.whileWarmingUp(40_000)).isSameAs(slow);
		assertThat(DelayDistribution.parse("fixed 5ms").whileWarmingUp(20).meanMillis()).isEqualTo(5);
	}

	/**
	 * By hand: of n delays uniform in 0..1 the longest is n / (n + 1) on average; of two
	 * exponential ones 1 + 1 / 2 of the mean.
	 */
	@Test
	void meanOfLongestShouldBeThatOfOrderStatistics() {
		assertThat(DelayDistribution.parse("uniform 0ms..1000ms").meanOfLongest(3)).isCloseTo(750, within(1e-3));
		assertThat(DelayDistribution.parse("uniform 1s..2s").meanOfLongest(1)).isCloseTo(1500, within(1e-3));
		assertThat(DelayDistribution.parse("exponential 500ms").meanOfLongest(2)).isCloseTo(750, within(1e-3));
		assertThat(DelayDistribution.parse("fixed 40ms").meanOfLongest(20)).isEqualTo(40);
		DelayDistribution logNormal = DelayDistribution.parse("log-normal 400ms p99 2s");
		assertThat(logNormal.meanOfLongest(1)).isCloseTo(logNormal.meanMillis(), within(0.5));
		assertThat(logNormal.meanOfLongest(2)).isGreaterThan(logNormal.meanMillis());
	}

	@Test
	void shareWhenUniformShouldRiseEvenly() {
		DelayDistribution delay = DelayDistribution.parse("uniform 100ms..300ms");
		assertThat(delay.share(100, 150)).isCloseTo(0.25, within(1e-9));
		assertThat(delay.share(0, 100)).isCloseTo(0, within(1e-9));
		assertThat(delay.quantile(0.75)).isCloseTo(250, within(1e-6));
	}

	@Test
	void shareWhenFixedShouldBeInOneBin() {
		DelayDistribution delay = DelayDistribution.parse("fixed 40ms");
		assertThat(delay.share(40, 42)).isEqualTo(1);
		assertThat(delay.share(38, 40)).isZero();
		assertThat(delay.quantile(0.999)).isEqualTo(40);
	}

	@Test
	void quantileWhenExponentialShouldHaveMedianAtLogarithmOfTwo() {
		DelayDistribution delay = DelayDistribution.parse("exponential 500ms");
		assertThat(delay.quantile(0.5)).isCloseTo(500 * Math.log(2), within(1e-6));
		assertThat(delay.share(0, 500)).isCloseTo(1 - Math.exp(-1), within(1e-9));
	}

	@Test
	void quantileWhenLogNormalShouldHaveMedianAndTailAsWritten() {
		DelayDistribution delay = DelayDistribution.parse("log-normal 400ms p99 2s");
		assertThat(delay.quantile(0.5)).isCloseTo(400, within(1e-6));
		assertThat(delay.quantile(0.99)).isCloseTo(2000, within(1e-6));
	}

}
