package lab.backend;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class DelaySamplerTests {

	/**
	 * Worked by hand: uniform low + p (high - low); exponential -mean ln(1 - p), so its
	 * median is 500 ln 2; log-normal symmetric in the logarithm, so its first percentile
	 * is 400 x 400 / 2000.
	 */
	@ParameterizedTest
	@CsvSource({ "uniform 0ms..1000ms, 0.25, 250", "uniform 100ms..300ms, 0.5, 200", "uniform 0.5s..1.5s, 0.9, 1400",
			"uniform 7ms..7ms, 0.3, 7", "fixed 40ms, 0.001, 40", "fixed 40ms, 0.999, 40", "fixed 5s, 0.5, 5000",
			"fixed 0ms, 0.5, 0", "fixed 2.5ms, 0.5, 2.5", "fixed 60s, 0.5, 60000", "exponential 500ms, 0.5, 346.573590",
			"exponential 500ms, 0.6321205588, 500", "exponential 2s, 0.99, 9210.340372",
			"log-normal 400ms p99 2s, 0.5, 400", "log-normal 400ms p99 2s, 0.99, 2000",
			"log-normal 400ms p99 2s, 0.01, 80" })
	void quantileWhenWorkedByHandShouldAgree(String text, double probability, double millis) {
		assertThat(DelaySampler.of(text).nanosAt(probability) / 1e6).isCloseTo(millis, within(0.00001));
	}

	/**
	 * Log-normal: s = ln 5 / 2.3263479 = 0.6918303, mean = 400 exp(s²/2) = 400 x 1.270378
	 * = 508.151.
	 */
	@ParameterizedTest
	@CsvSource({ "uniform 0ms..1000ms, 500", "fixed 40ms, 40", "exponential 500ms, 500",
			"log-normal 400ms p99 2s, 508.151" })
	void meanWhenQuantilesAreAveragedShouldBeThatOfTheDistribution(String text, double mean) {
		DelaySampler latency = DelaySampler.of(text);
		int steps = 100_000;
		double sum = 0;
		for (int i = 0; i < steps; i++) {
			sum += latency.nanosAt((i + 0.5) / steps) / 1e6;
		}
		assertThat(sum / steps).isCloseTo(mean, within(0.1));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			uniform -1ms..5ms,           has a negative time
			fixed -40ms,                 has a negative time
			uniform 10ms..5ms,           starts above its end
			uniform 2s..1000ms,          starts above its end
			fixed 61s,                   has a time above 60 s
			uniform 0ms..60001ms,        has a time above 60 s
			exponential 1e9ms,           has no form that is known
			exponential 0ms,             needs a mean above 0
			log-normal 0ms p99 2s,       needs a median above 0
			log-normal 2s p99 2s,        needs a p99 above its median
			log-normal 2s p99 400ms,     needs a p99 above its median
			log-normal 400ms,            has no form that is known
			fixed 40,                    has no form that is known
			fixed 1m,                    has no form that is known
			fixed .5s,                   has no form that is known
			fixed NaNms,                 has no form that is known
			FIXED 40ms,                  has no form that is known
			fixed 40ms twice,            has no form that is known
			'',                          has no form that is known
			""")
	void ofWhenTextIsBadShouldReportWhyAndWhatIsAccepted(String text, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> DelaySampler.of(text))
			.withMessageStartingWith("latency '" + text + "' " + reason + ";")
			.withMessageContaining("uniform 0ms..1000ms, fixed 40ms, exponential 500ms (mean)"
					+ " or log-normal 400ms p99 2s (median, 99th percentile)");
	}

	@Test
	void ofWhenTextIsLongAndHasLineBreaksShouldReportItInOneShortLine() {
		assertThatIllegalArgumentException().isThrownBy(() -> DelaySampler.of("fixed\n40ms\r\n" + "x".repeat(10_000)))
			.satisfies((ex) -> assertThat(ex.getMessage()).hasLineCount(1).hasSizeLessThan(350));
	}

	@Test
	void ofWhenSurroundedBySpaceShouldKeepTheTextAsWritten() {
		assertThat(DelaySampler.of(" uniform 0ms .. 1s ").text()).isEqualTo("uniform 0ms .. 1s");
	}

}
