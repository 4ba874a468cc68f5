package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

import lab.harness.model.Metric;
import lab.harness.model.experiment.App;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.Prediction.Formula;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.FaultSpan;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.Series;
import lab.harness.model.result.Series.Quantity;
import lab.harness.model.result.SideRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static lab.harness.analysis.RunFixture.MIB;
import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.check;
import static lab.harness.analysis.RunFixture.hang;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What faults and open arrivals do to requests: how far they fall, which are lost, how
 * many pile up.
 */
class FaultTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ofWhenFaultMakesRequestsFailShouldMeasureLowestAndRecovery() {
		// Every request that ends in seconds 5 and 6 fails.
		this.fixture.row = (row) -> {
			long end = Long.parseLong(row.split(",")[0]) + 500;
			return (end >= T0 + 5000 && end < T0 + 7000) ? row.replace("200,OK,true", "503,,false") : row;
		};
		this.fixture.faults = hang(5000, 7000);
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.RECOVERS, Expectation.NONE_LOST);
		assertThat(outcome.value(Metric.BEFORE)).isEqualTo(4);
		// Three seconds from 5 on: 0, 0, 4, the lowest; from 7 on all is well.
		assertThat(outcome.behaviour().faults())
			.containsExactly(new FaultSpan("hang", "hang, 2s", 5.0, 7.0, 4 / 3.0, 0.0));
		assertThat(outcome.value(Metric.LOWEST)).isEqualTo(4 / 3.0);
		assertThat(outcome.value(Metric.RECOVERED_AFTER)).isZero();
		assertThat(outcome.value(Metric.LOST)).isZero();
		// 8 of 50 failed.
		assertThat(outcome.value(Metric.ANSWERED_IN_TIME)).isEqualTo(0.84);
		assertThat(outcome.counts().errorKinds()).isEqualTo(Map.of(new ErrorKind("503", ""), 8L));
		assertThat(check(outcome, CheckKind.RECOVERS))
			.isEqualTo(new Check(CheckKind.RECOVERS, null, 0.0, "<= 15", true));
		assertThat(check(outcome, CheckKind.LAW).value()).isEqualTo(1);
		assertThat(outcome.notApplied()).containsKey(CheckKind.CONNECTIONS).doesNotContainKey(CheckKind.LAW);
		assertThat(outcome.failedChecks()).isEmpty();
	}

	@Test
	void ofWhenFaultsArePlannedShouldHaveNoCeiling() {
		this.fixture.faults = hang(5000, 7000);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKeys(Metric.CEILING, Metric.OF_CEILING, Metric.NOMINAL_CEILING);
		assertThat(check(outcome, CheckKind.BELOW_CEILING).ok()).isTrue();
	}

	@Test
	void ofWhenThroughputNeverRecoversShouldHaveNoRecoveryTime() {
		this.fixture.row = (row) -> (Long.parseLong(row.split(",")[0]) > T0 + 5000)
				? row.replace("200,OK,true", "503,,false") : row;
		this.fixture.faults = hang(5000, 7000);
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.RECOVERS);
		assertThat(outcome.figures()).doesNotContainKey(Metric.RECOVERED_AFTER);
		assertThat(check(outcome, CheckKind.RECOVERS).value()).isNull();
		assertThat(check(outcome, CheckKind.RECOVERS).ok()).isFalse();
	}

	@Test
	void ofWhenRequestsGetNoAnswerShouldCountThemAsLostAndAllowThemInLedger() {
		this.fixture.row = (row) -> row.startsWith(T0 + 5000 + ",")
				? row.replace("200,OK,true", "Non HTTP response code: java.net.SocketException,reset,false") : row;
		this.fixture.faults = hang(5000, 7000);
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(outcome.value(Metric.LOST)).isEqualTo(2);
		assertThat(check(outcome, CheckKind.NONE_LOST).ok()).isFalse();
		// The app answered all 50, and 48 answers arrived.
		assertThat(check(outcome, CheckKind.LEDGER_ANSWERS))
			.isEqualTo(new Check(CheckKind.LEDGER_ANSWERS, null, 2.0, "0..2", true));
		assertThat(check(outcome, CheckKind.LEDGER_SENT).limit()).isEqualTo("0..2");
	}

	@Test
	void ofWhenArrivalsAreOpenShouldCheckTheirRate() {
		this.fixture.rate = 4;
		Outcome outcome = this.fixture.analyse(this.folder);
		// 40 are due in the 10 s of the window, which are 10/13 of the load: exactly 52
		// are spread over it, so 4 √(3/13 / 40) = 0.3038 is allowed.
		assertThat(check(outcome, CheckKind.ARRIVALS))
			.isEqualTo(new Check(CheckKind.ARRIVALS, null, 1.0, "0.6962..1.3038", true));
		assertThat(outcome.value(Metric.OFFERED)).isEqualTo(4);
		assertThat(outcome.notApplied()).containsKeys(CheckKind.LAW, CheckKind.MACHINE_IDLE, CheckKind.ARRIVALS_MEDIAN,
				CheckKind.ARRIVALS_ON_TIME);
		// Of 60 in 10 s a Poisson process might have left out 20, this timer not.
		this.fixture.rate = 6;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.ARRIVALS).ok()).isFalse();
	}

	@Test
	void ofWhenGeneratorIsAlwaysLateShouldFailAndCountLatencyFromIntendedTime() {
		sendLate((start) -> 60);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(check(outcome, CheckKind.ARRIVALS).ok()).isTrue();
		assertThat(outcome.failedChecks())
			.containsExactly(new Check(CheckKind.ARRIVALS_MEDIAN, null, 60.0, "<= 50", false));
		assertThat(outcome.value(Metric.LATENCY_P50)).isEqualTo(560);
		assertThat(outcome.disturbed()).isFalse();
		sendLate((start) -> 2);
		outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(outcome.value(Metric.LATENCY_P99)).isEqualTo(502);
	}

	/**
	 * 85 % of two cores are 1700 ms a second, of which backend and generator use 4 + 12.
	 */
	@ParameterizedTest
	@CsvSource({ "1685, LOAD", "1683, INSTRUMENT" })
	void ofWhenGeneratorIsLateShouldBlameLoadThatFillsTheProcessors(long appMillis, CheckKind.Blame blame) {
		this.fixture.sample = (sample) -> RunFixture.with(RunFixture.withIdle(sample, 0.125),
				Map.of("cpuMillis", appMillis * (sample.at() - T0) / 1000));
		sendLate((start) -> 60);
		assertThat(this.fixture.analyse(this.folder).failedChecks())
			.containsExactly(new Check(CheckKind.ARRIVALS_MEDIAN, null, 60.0, "<= 50", false).blaming(blame));
	}

	/** Two of the 40 requests of the window are late, more than one in a hundred. */
	@Test
	void ofWhenGeneratorStandsStillShouldFailOnTime() {
		sendLate((start) -> (start == T0 + 6000) ? 751 : 0);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks())
			.containsExactly(new Check(CheckKind.ARRIVALS_ON_TIME, null, 751.0, "<= 750", false));
		assertThat(outcome.value(Metric.LATENCY_P99)).isEqualTo(1251);
		assertThat(outcome.value(Metric.LATENCY_P90)).isEqualTo(500);
	}

	/**
	 * As measured: the collector of JMeter stopped all users for 480 ms, so requests that
	 * were due in this time left at its end.
	 */
	@Test
	void ofWhenGeneratorPausesForItsCollectorShouldBeOnTime() {
		sendLate((start) -> (start == T0 + 6000) ? 480 : 1);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.failedChecks()).isEmpty();
		assertThat(check(outcome, CheckKind.ARRIVALS_MEDIAN).value()).isEqualTo(1);
		assertThat(check(outcome, CheckKind.ARRIVALS_ON_TIME).value()).isEqualTo(480);
	}

	private void sendLate(LongUnaryOperator lateness) {
		this.fixture.rate = 4;
		this.fixture.header = "timeStamp,elapsed,label,responseCode,responseMessage,success,grpThreads,intended";
		this.fixture.row = (row) -> {
			long start = Long.parseLong(row.split(",")[0]);
			return row + "," + (start - lateness.applyAsLong(start));
		};
	}

	@Test
	void ofWhenRequestsTimeOutShouldCountTheWaitOfTheirUsersInPercentiles() {
		// Six of the 40 requests of the window end without an answer after 3 s.
		this.fixture.row = (row) -> {
			long start = Long.parseLong(row.split(",")[0]);
			return (start >= T0 + 5000 && start < T0 + 6500) ? row.replace(",500,", ",3000,")
				.replace("200,OK,true", "Non HTTP response code: java.net.SocketTimeoutException,Read timed out,false")
					: row;
		};
		this.fixture.faults = hang(5000, 7000);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(3.4);
		assertThat(outcome.value(Metric.LATENCY_MEAN)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_P50)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_P90)).isEqualTo(3000);
		assertThat(outcome.value(Metric.LATENCY_P99)).isEqualTo(3000);
		assertThat(outcome.value(Metric.LATENCY_MAX)).isEqualTo(3000);
		assertThat(outcome.figures()).doesNotContainKey(Metric.LATENCY_P999);
	}

	@Test
	void predictedInFlightShouldNotDependOnUsers() {
		this.fixture.rate = 20;
		this.fixture.formula = Formula.IN_FLIGHT;
		Outcome outcome = this.fixture.analyse(this.folder);
		// 20 a second x 0.5 s
		assertThat(outcome.value(Metric.PREDICTED)).isEqualTo(10);
		assertThat(outcome.value(Metric.MEASURED)).isEqualTo(2);
		assertThat(outcome.value(Metric.OF_PREDICTION)).isEqualTo(0.2);
	}

	@Test
	void predictedInFlightWhenCallIsCancelledShouldEndAtTimeout() {
		this.fixture.rate = 20;
		this.fixture.formula = Formula.IN_FLIGHT;
		this.fixture.timeout = Duration.ofMillis(200);
		// 20 a second x 0.5 s: a thread goes on when its client has left
		assertThat(this.fixture.analyse(this.folder).value(Metric.PREDICTED)).isEqualTo(10);
		this.fixture.app = App.WEBFLUX;
		// 20 a second x 0.2 s
		assertThat(this.fixture.analyse(this.folder).value(Metric.PREDICTED)).isEqualTo(4);
	}

	@Test
	void ofWhenRequestsPileUpShouldMeasurePeakInFlightOfWindow() {
		this.fixture.rate = 4;
		this.fixture.sample = (sample) -> switch ((int) (sample.at() - T0)) {
			case 6_000 -> RunFixture.with(sample, Map.of("inFlight", 7L));
			case 7_000 -> RunFixture.with(sample, Map.of("inFlight", 3L));
			case 14_000 -> RunFixture.with(sample, Map.of("inFlight", 9L));
			default -> sample;
		};
		assertThat(this.fixture.analyse(this.folder).value(Metric.IN_FLIGHT_PEAK)).isEqualTo(7);
	}

	@Test
	void keptShouldCompareAnsweredSharesBeforeAndUnderFault() {
		this.fixture.faults = hang(5000, 7000);
		// 4 of 4 before, 1 of 4 during; of health none during.
		this.fixture.side = List.of(sleep(2100, 200), sleep(2200, 200), sleep(2300, 200), sleep(2400, 200),
				sleep(5100, 200), sleep(5200, null), sleep(5300, null), sleep(5400, 503), sleep(7100, null),
				new SideRequest(T0 + 3000, SideRequest.HEALTH, 200));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.SLEEP_KEPT)).isEqualTo(0.25);
		assertThat(outcome.figures()).doesNotContainKey(Metric.HEALTH_KEPT);
		assertThat(outcome.counts().ledger()).containsEntry("sent", 59L);
	}

	@Test
	void heldShouldHaveBeforeDuringAndAfter() {
		this.fixture.faults = hang(5000, 7000);
		this.fixture.sample = (sample) -> {
			int threads = (sample.at() == T0 + 6000) ? 90 : (sample.at() > T0 + 12_000) ? 34 : 30;
			long mib = (sample.at() <= T0 + 5000) ? 300 : (sample.at() <= T0 + 12_000) ? 500 : 400;
			return RunFixture.with(sample, Map.of("threads", threads, "rssBytes", mib * MIB));
		};
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.THREADS_BEFORE)).isEqualTo(30);
		assertThat(outcome.value(Metric.THREADS_PEAK)).isEqualTo(90);
		assertThat(outcome.value(Metric.THREADS_AFTER)).isEqualTo(34);
		assertThat(outcome.value(Metric.RSS_BEFORE)).isEqualTo(300);
		assertThat(outcome.value(Metric.RSS_DURING)).isEqualTo(500);
		assertThat(outcome.value(Metric.RSS_AFTER)).isEqualTo(400);
	}

	@Test
	void seriesShouldHaveRequestsInFlightAndTheirMeanTime() {
		this.fixture.rate = 4;
		Series series = this.fixture.analyse(this.folder).series();
		// Two begin in each half second and take as long: two are on their way at the
		// end.
		assertThat(track(series, Quantity.IN_FLIGHT)).startsWith(2.0, 2.0, 2.0);
		assertThat(track(series, Quantity.LATENCY)).startsWith(500.0);
		assertThat(series.tracks()).containsKey(Quantity.SERVING).doesNotContainKey(Quantity.BREAKER);
		assertThat(series.errors()).isEmpty();
	}

	private static List<@Nullable Double> track(Series series, Quantity quantity) {
		return Objects.requireNonNull(series.tracks().get(quantity)).values();
	}

	private static SideRequest sleep(long at, @Nullable Integer status) {
		return new SideRequest(T0 + at, SideRequest.SLEEP, status);
	}

}
