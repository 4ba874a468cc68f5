package lab.harness.analysis;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The small formulas against figures worked out by hand.
 */
class ArithmeticTests {

	@ParameterizedTest
	@CsvSource({ "500,200,10000,200", "500,500,10000,500", "500,,10000,500", "500,,50,50", "10,200,10000,10" })
	void slotsShouldBeTheSmallestLimit(int users, Integer threads, int connections, int slots) {
		assertThat(Ceiling.slots(users, threads, connections)).isEqualTo(slots);
	}

	@Test
	void ceilingWhenPublishedRunShouldBeFourHundredAndAThousand() {
		assertThat(Ceiling.of(200, 500)).isEqualTo(400);
		assertThat(Ceiling.of(500, 500)).isEqualTo(1000);
	}

	@Test
	void intervalOfRunsShouldUseStudentsT() {
		// mean 10, sd 1, n 3: t(0.975, 2) = 4.30265; 4.30265 / √3 = 2.48414
		Interval interval = Interval.ofRuns(new double[] { 9, 10, 11 });
		assertThat(interval.mean()).isEqualTo(10);
		assertThat(interval.low()).isCloseTo(7.51586, within(0.0001));
		assertThat(interval.high()).isCloseTo(12.48414, within(0.0001));
		assertThat(interval.runs()).isEqualTo(3);
	}

	@Test
	void intervalWhenItHoldsAValueShouldSpanIt() {
		Interval interval = Interval.ofOne(1, 0.1);
		assertThat(interval.spans(0.9)).isTrue();
		assertThat(interval.spans(1.1)).isTrue();
		assertThat(interval.spans(1.2)).isFalse();
	}

	@Test
	void noiseWhenAMinuteOfThePublishedRunShouldBeWhatWasPublished() {
		// 0.57735 x 1.96 / √(400 x 60) = 0.73 %; with 1000 req/s 0.46 %, below the least
		assertThat(Noise.of(0.57735, 24_000)).isCloseTo(0.0073, within(0.0001));
		assertThat(Noise.of(0.57735, 60_000)).isEqualTo(0.005);
		assertThat(Noise.of(0, 1000)).isEqualTo(0.005);
	}

	@Test
	void percentilesShouldBeExactByNearestRank() {
		LatencyCounts counts = new LatencyCounts();
		for (int millis = 1; millis <= 200; millis++) {
			counts.add(millis);
		}
		assertThat(counts.mean()).isEqualTo(100.5);
		assertThat(counts.summary()).isEqualTo(new LatencySummary(100.5, 100, 180, 198, 200));
		assertThat(counts.percentile(0.991)).isEqualTo(199);
	}

	@Test
	void percentilesWhenValuesRepeatShouldCountEach() {
		LatencyCounts counts = new LatencyCounts();
		for (int i = 0; i < 99; i++) {
			counts.add(5);
		}
		counts.add(1000);
		assertThat(counts.summary()).isEqualTo(new LatencySummary(14.95, 5, 5, 5, 1000));
		assertThat(counts.percentile(0.995)).isEqualTo(1000);
	}

	@Test
	void percentilesWhenSlowerThanAMinuteShouldCountInSecondsButKnowTheSlowest() {
		LatencyCounts counts = new LatencyCounts();
		counts.add(65_535);
		counts.add(65_536);
		counts.add(66_535);
		counts.add(66_536);
		assertThat(counts.percentile(0.25)).isEqualTo(65_535);
		assertThat(counts.percentile(0.5)).isEqualTo(66_535);
		assertThat(counts.percentile(1)).isEqualTo(66_536);
		assertThat(counts.between(65_536, 70_000)).isEqualTo(3);
		counts.add(Long.MAX_VALUE / 2);
		assertThat(counts.percentile(1)).isEqualTo(Long.MAX_VALUE / 2);
	}

	@ParameterizedTest
	@CsvSource({ "503,Service Unavailable,status 503",
			"Non HTTP response code: org.apache.http.conn.HttpHostConnectException,Connect to 127.0.0.1:8081 failed: Connection refused,connect refused",
			"Non HTTP response code: org.apache.http.conn.ConnectTimeoutException,timed out,connect timeout",
			"Non HTTP response code: java.net.SocketTimeoutException,Read timed out,read timeout",
			"Non HTTP response code: java.net.SocketException,Connection reset,reset",
			"Non HTTP response code: org.apache.http.NoHttpResponseException,failed to respond,closed early",
			"Non HTTP response code: java.net.BindException,Cannot assign requested address,no local port left" })
	void errorKindShouldNameTheCause(String code, String message, String kind) {
		assertThat(ErrorKind.of(new JtlRow("a", 0, 1, false, code, message, 1))).isEqualTo(kind);
	}

	@Test
	void windowShouldHoldItsEndAndNotItsBegin() {
		Window window = new Window(1000, 2000);
		assertThat(window.holds(1000)).isFalse();
		assertThat(window.holds(1001)).isTrue();
		assertThat(window.holds(2000)).isTrue();
		assertThat(window.holds(2001)).isFalse();
		assertThat(window.seconds()).isEqualTo(1);
	}

	@Test
	void checkWhenThereIsNoNumberShouldFail() {
		assertThat(Check.within("law", Double.NaN, 0.99, 1.01)).isEqualTo(new Check("law", null, "0.99..1.01", false));
		assertThat(Check.atLeast("idle", 0.15, 0.15)).isEqualTo(new Check("idle", 0.15, ">= 0.15", true));
		assertThat(Check.equal("connections", 499, 500)).isEqualTo(new Check("connections", 499.0, "= 500", false));
	}

	@ParameterizedTest
	@CsvSource({ "10,9,0.9,0.97..1.01,false", "10,10,1,0.97..1.01,true", "500,490,0.98,0.99..1.01,false",
			"500,499,0.998,0.99..1.01,true" })
	void lawShouldAllowTheGeneratorATimeThatOnlyMillisecondsNotice(int every, int millis, double value, String limit,
			boolean ok) {
		// One user for a second: 0.3 ms of 10 ms are 3 %, of 500 ms 0.06 %, below 1 %.
		LoadSpan span = new LoadSpan();
		List<JtlRow> rows = IntStream.range(0, 1000 / every)
			.mapToObj((row) -> new JtlRow("a", (long) row * every, millis, true, "200", "", 1))
			.toList();
		rows.forEach(span::add);
		LoadTotals load = new LoadTotals(span, new Window(0, 1000), 1000);
		rows.forEach(load::add);
		Check law = MeasurementChecks.law(load, 1);
		assertThat(law.value()).isCloseTo(value, within(1e-9));
		assertThat(law.limit()).isEqualTo(limit);
		assertThat(law.ok()).isEqualTo(ok);
	}

}
