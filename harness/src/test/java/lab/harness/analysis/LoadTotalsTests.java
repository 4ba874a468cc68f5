package lab.harness.analysis;

import java.util.List;
import java.util.stream.IntStream;

import lab.harness.analysis.JtlRow.Cause;
import lab.harness.analysis.JtlRow.Sender;
import lab.harness.model.result.Check;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LoadTotalsTests {

	private static final Cause OK = new Cause("200", "", "");

	@Test
	void percentilesShouldBeExactByNearestRank() {
		LatencyHistogram counts = new LatencyHistogram();
		for (int millis = 1; millis <= 200; millis++) {
			counts.add(millis);
		}
		assertThat(counts.percentile(0.5)).isEqualTo(100);
		assertThat(counts.percentile(0.9)).isEqualTo(180);
		assertThat(counts.percentile(0.99)).isEqualTo(198);
		assertThat(counts.percentile(0.991)).isEqualTo(199);
		assertThat(counts.max()).isEqualTo(200);
	}

	@Test
	void percentilesWhenValuesRepeatShouldCountEach() {
		LatencyHistogram counts = new LatencyHistogram();
		for (int i = 0; i < 99; i++) {
			counts.add(5);
		}
		counts.add(1000);
		assertThat(counts.percentile(0.99)).isEqualTo(5);
		assertThat(counts.percentile(0.995)).isEqualTo(1000);
	}

	@Test
	void percentilesWhenSlowerThanAMinuteShouldBeExactToASecondAndForTheSlowest() {
		LatencyHistogram counts = new LatencyHistogram();
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
			"Non HTTP response code: java.net.SocketTimeoutException,Connect timed out,connect timeout",
			"Non HTTP response code: java.net.SocketTimeoutException,connect timed out,connect timeout",
			"Non HTTP response code: java.net.SocketTimeoutException,Read timed out,read timeout",
			"Non HTTP response code: java.net.SocketException,Connection reset,reset",
			"Non HTTP response code: org.apache.http.NoHttpResponseException,failed to respond,closed early",
			"Non HTTP response code: java.net.BindException,Cannot assign requested address,no local port left",
			"Non HTTP response code: java.net.URISyntaxException,Illegal character at index 23: /a?n=17,java.net.URISyntaxException Illegal character at index N: /a?n=N" })
	void errorKindShouldNameTheCause(String code, String message, String kind) {
		assertThat(new Cause(code, message, "").errorKind()).hasToString(kind);
	}

	@Test
	void errorKindWhenTextHoldsEscapeSequencesShouldLeaveThemOut() {
		assertThat(new Cause("500x", "\u001B[2Jgone\n\u0007", "").errorKind()).hasToString("Nx gone");
		assertThat(new Cause("x", "y".repeat(500), "").errorKind().toString()).hasSize(123);
	}

	/** Each kind has counts of its own, which 200,000 kinds have no room for. */
	@Test
	void errorKindsWhenTextsAllDifferShouldMergeTheRest() {
		LoadTotals load = totals(IntStream.range(0, 200_000)
			.mapToObj((row) -> row(row, 10, false, new Cause("E" + letters(row), "", "")))
			.toList(), new Window(0, 200_000));
		assertThat(load.errorKinds()).hasSize(LoadTotals.MOST_ERROR_KINDS + 1)
			.containsEntry(LoadTotals.OTHER_CAUSES, 200_000L - LoadTotals.MOST_ERROR_KINDS);
		assertThat(load.errorRates()).hasSize(LoadTotals.MOST_ERROR_KINDS + 1);
		assertThat(load.errors()).isEqualTo(200_000);
		assertThat(load.lost()).isEqualTo(200_000);
	}

	@Test
	void meanInFlightShouldCountPartsOfRequestsAtEdges() {
		LoadTotals load = totals(List.of(row(0, 3000, true, OK), row(4500, 9000, true, OK)), new Window(1000, 5000));
		// 2 s of the first and 0.5 s of the second lie in the 4 s.
		assertThat(load.meanInFlight()).isCloseTo(2.5 / 4, within(1e-9));
	}

	@Test
	void secondsUntilShouldBeTheFirstSecondWithSoManyAnswers() {
		LoadTotals load = totals(List.of(row(0, 500, true, OK), row(500, 1000, true, OK), row(500, 2000, false, OK),
				row(500, 2100, true, OK), row(1500, 1200, true, OK)), new Window(0, 4000));
		// One answer in each of the first two seconds, two successful ones in the third.
		assertThat(load.secondsUntil(0.5)).isZero();
		assertThat(load.secondsUntil(2)).isEqualTo(2);
		assertThat(load.secondsUntil(3)).isNull();
	}

	@Test
	void lawWhenUsersThinkShouldCountThemToo() {
		// Two users: one asks for 1 s and thinks for 2 s, in turn. The other has asked
		// for 2
		// s, and thinks to the end.
		List<JtlRow> rows = List.of(row(0, 1000, true, OK), row(3000, 1000, true, OK), row(0, 2000, true, OK));
		LoadTotals load = new LoadTotals(span(rows), new Window(0, 4000), 2000, Long.MAX_VALUE, 2000);
		rows.forEach(load::add);
		assertThat(load.meanInFlight()).isCloseTo(4 / 4.0, within(1e-9));
		assertThat(load.meanThinking()).isCloseTo(4 / 4.0, within(1e-9));
		assertThat(Checks.law(load, 2, false, false).value()).isCloseTo(1, within(1e-9));
	}

	/**
	 * One arrival is due each second. Half a second answers the first 20; the clients of
	 * the others give up after 3 s, the last of them after the window.
	 */
	@Test
	void openArrivalsWhenClientsGiveUpShouldCountByTheMomentAtWhichTheyWereDue() {
		List<JtlRow> rows = IntStream.rangeClosed(1, 40)
			.mapToObj((second) -> due(second, (second <= 20) ? 500 : 3000, second <= 20))
			.toList();
		LoadTotals load = totals(rows, new Window(0, 40_000));
		assertThat(load.inTime()).isEqualTo(0.5);
		assertThat(load.latency().count()).isEqualTo(40);
		assertThat(load.latency().percentile(0.5)).isEqualTo(500);
		assertThat(load.latency().percentile(0.51)).isEqualTo(3000);
		assertThat(load.ended()).isEqualTo(37);
		// From the first second to 20.5 s.
		assertThat(load.lastInTime()).isEqualTo(19.5);
		assertThat(load.lastThroughput()).isZero();
		assertThat(load.hasCollapsed()).isTrue();
	}

	/** Each fifth is refused, at the end as at the begin. */
	@Test
	void openArrivalsWhenSomeAreRefusedShouldHaveAMeanRate() {
		LoadTotals load = totals(
				IntStream.rangeClosed(1, 50).mapToObj((second) -> due(second, 0, second % 5 > 0)).toList(),
				new Window(0, 50_000));
		assertThat(load.inTime()).isEqualTo(0.8);
		assertThat(load.throughput()).isEqualTo(0.8);
		assertThat(load.lastThroughput()).isEqualTo(0.8);
		assertThat(load.hasCollapsed()).isFalse();
	}

	/** The app ends after 10 of 20 s. */
	@Test
	void openArrivalsWhenTheAppEndsShouldCountThoseAfterItsEnd() {
		LoadTotals load = totals(
				IntStream.rangeClosed(1, 20).mapToObj((second) -> due(second, 0, second <= 10)).toList(),
				new Window(0, 10_000));
		assertThat(load.inTime()).isEqualTo(0.5);
		assertThat(load.latency().count()).isEqualTo(10);
	}

	/**
	 * A limit of 40 that takes 20 s, and at the end of which a run of 75 s leaves no
	 * burst.
	 */
	@Test
	void openArrivalsWhenAnswersComeInBurstsShouldNotBeACollapse() {
		LoadTotals load = totals(IntStream.rangeClosed(0, 159)
			.mapToObj((row) -> due((row < 120) ? 20 * (row / 40) : row - 119, 20_000, row < 120))
			.toList(), new Window(0, 75_000));
		assertThat(load.inTime()).isEqualTo(80 / 120.0);
		assertThat(load.lastThroughput()).isZero();
		assertThat(load.hasCollapsed()).isFalse();
	}

	private static JtlRow due(int second, long elapsed, boolean success) {
		return new JtlRow("", second * 1000L, elapsed, 0, success, OK, 1, Sender.UNKNOWN);
	}

	@ParameterizedTest
	@CsvSource({ "10,9,0.9,0.97..1.01,false", "10,10,1,0.97..1.01,true", "500,490,0.98,0.99..1.01,false",
			"500,499,0.998,0.99..1.01,true" })
	void lawWhenAnswersTakeMillisecondsShouldAllowTheGeneratorsTime(int every, int millis, double value, String limit,
			boolean ok) {
		// One user for a second: 0.3 ms of 10 ms are 3 %, of 500 ms 0.06 %, below 1 %.
		LoadTotals load = totals(
				IntStream.range(0, 1000 / every).mapToObj((row) -> row((long) row * every, millis, true, OK)).toList(),
				new Window(0, 1000));
		Check law = Checks.law(load, 1, false, false);
		assertThat(law.value()).isCloseTo(value, within(1e-9));
		assertThat(law.limit()).isEqualTo(limit);
		assertThat(law.ok()).isEqualTo(ok);
	}

	@Test
	void countsOverTimeWhenRunIsLongShouldHaveLongerSteps() {
		// 1141 s and a minute of drain in 600 steps: 2.0017 s, so 3 s
		CountsOverTime counts = new CountsOverTime(span(List.of(row(1000, 0, true, OK), row(1_142_000, 0, true, OK))));
		counts.add(1000, 1);
		counts.add(3999, 1);
		counts.add(4000, 1);
		assertThat(counts.stepSeconds()).isEqualTo(3);
		assertThat(counts.rates()).containsExactly(2 / 3.0, 1 / 3.0);
	}

	@Test
	void countsOverTimeWhenMomentIsFarOffShouldNotGrow() {
		CountsOverTime counts = new CountsOverTime(span(List.of(row(1000, 0, true, OK), row(11_000, 0, true, OK))));
		counts.add(999, 1);
		counts.add(Long.MAX_VALUE / 2, 1);
		counts.add(11_500, 1);
		assertThat(counts.rates()).hasSize(11).endsWith(1.0);
	}

	private static String letters(int number) {
		return String.valueOf(number)
			.chars()
			.mapToObj((digit) -> String.valueOf((char) ('a' + digit - '0')))
			.reduce("", String::concat);
	}

	private static JtlRow row(long start, long elapsed, boolean success, Cause cause) {
		return new JtlRow("a", start, elapsed, -1, success, cause, 1, Sender.UNKNOWN);
	}

	private static LoadSpan span(List<JtlRow> rows) {
		LabelSpan span = new LabelSpan();
		rows.forEach(span::add);
		return span.all();
	}

	private static LoadTotals totals(List<JtlRow> rows, Window window) {
		LoadTotals load = new LoadTotals(span(rows), window, window.end(), Long.MAX_VALUE, 0);
		rows.forEach(load::add);
		return load;
	}

}
