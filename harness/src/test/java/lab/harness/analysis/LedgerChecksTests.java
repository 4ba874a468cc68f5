package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.Sample;
import lab.wire.AppLedger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.MIB;
import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an app gives back when the load is over, and what becomes of requests when it ends
 * under load.
 */
class LedgerChecksTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@BeforeEach
	void arrivalsAreOpen() {
		this.fixture.rate = 4;
	}

	@Test
	void ofWhenAPermitIsNotGivenBackShouldFail() {
		this.fixture.sample = (sample) -> guarded(sample, 149, 0);
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.NO_LEAK))
			.isEqualTo(new Check(CheckKind.NO_LEAK, null, 1.0, "= 0", false));
		this.fixture.sample = (sample) -> guarded(sample, 150, 2);
		Outcome leased = this.fixture.analyse(this.folder);
		assertThat(leased.value(Metric.CONNECTIONS_LEAKED)).isEqualTo(2);
		assertThat(check(leased, CheckKind.NO_LEAK)).isEqualTo(new Check(CheckKind.NO_LEAK, null, 2.0, "= 0", false));
		this.fixture.sample = (sample) -> guarded(sample, 150, 0);
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.NO_LEAK).ok()).isTrue();
	}

	@Test
	void ofWhenMemoryIsHeldShouldFail() {
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.LIVE_HEAP_BEFORE)).isEqualTo(40);
		assertThat(outcome.value(Metric.LIVE_HEAP_AFTER)).isEqualTo(50);
		assertThat(check(outcome, CheckKind.MEMORY_BACK))
			.isEqualTo(new Check(CheckKind.MEMORY_BACK, null, 10.0, "<= 64", true));
		this.fixture.liveHeapAfter = 105 * MIB;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.MEMORY_BACK).ok()).isFalse();
		// 64 KiB of each of 1280 requests that were in flight at once
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				(sample.at() == T0 + 5000) ? Map.of("inFlight", 1280) : Map.of());
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.MEMORY_BACK))
			.isEqualTo(new Check(CheckKind.MEMORY_BACK, null, 65.0, "<= 80", true));
		this.fixture.liveHeapAfter = null;
		outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.figures()).doesNotContainKey(Metric.LIVE_HEAP_AFTER);
		assertThat(outcome.notApplied()).containsKey(CheckKind.MEMORY_BACK);
	}

	@Test
	void ofWhenThreadsStayShouldFailUnlessPoolMayKeepThem() {
		// There were 30 before.
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				Map.of("threads", (sample.at() > T0 + 12_000) ? 41 : 30));
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.THREADS_BACK))
			.isEqualTo(new Check(CheckKind.THREADS_BACK, null, 11.0, "<= 10", false));
		this.fixture.requestThreads = 200;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.THREADS_BACK))
			.isEqualTo(new Check(CheckKind.THREADS_BACK, null, 11.0, "<= 210", true));
	}

	@Test
	void ofWhenCallsFailWithoutAnswerShouldAllowThemInLedger() {
		this.fixture.sample = (sample) -> (sample.ledger().requests().received() < 50) ? sample
				: RunFixture.with(sample, Map.of("answers", Map.of("read-timeout", 3), "backendAttempts", 53,
						"backendFailures", Map.of("read-timeout", 3, "unusable", 5)));
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(check(outcome, CheckKind.LEDGER_BACKEND))
			.isEqualTo(new Check(CheckKind.LEDGER_BACKEND, null, 3.0, "0..3", true));
		assertThat(outcome.counts().answers()).isEqualTo(Map.of("read-timeout", 3L));
		assertThat(outcome.counts().backendFailures()).hasSize(2);
		assertThat(outcome.checks()).extracting(Check::kind)
			.containsAll(List.of(CheckKind.LEDGER_SENT, CheckKind.LEDGER_APP, CheckKind.LEDGER_ANSWERS));
	}

	@Test
	void ofShouldHaveCallsRetriesAndLeaks() {
		this.fixture.sample = (sample) -> (sample.at() <= T0 + 12_000) ? sample
				: RunFixture.with(guarded(sample, 149, 0), Map.of("backendAttempts", 100, "backendRetries", 3));
		Outcome outcome = this.fixture.analyse(this.folder);
		// 100 calls for 50 requests
		assertThat(outcome.value(Metric.CALLS_PER_REQUEST)).isEqualTo(2);
		assertThat(outcome.value(Metric.RETRIES)).isEqualTo(3);
		assertThat(outcome.value(Metric.PERMITS_LEAKED)).isEqualTo(1);
	}

	@Test
	void ofWhenAppGotSigtermShouldSeparateLostFromDroppedAtEnd() {
		this.fixture.row = (row) -> (row.startsWith(T0 + 8500 + ",") || row.startsWith(T0 + 9500 + ","))
				? row.replace("200,OK,true", "Non HTTP response code: java.net.SocketException,reset,false") : row;
		PlannedFault sigterm = new PlannedFault(PlannedFault.Kind.SIGTERM, Duration.ofSeconds(9), Duration.ZERO, 1.0,
				null);
		this.fixture.faults = List.of(new AppliedFault(sigterm, T0 + 9000, null, null));
		this.fixture.exit = new RunRecord.Exit(143, T0 + 10_000);
		Outcome outcome = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(outcome.value(Metric.LOST)).isEqualTo(2);
		assertThat(outcome.value(Metric.DROPPED_AT_END)).isEqualTo(2);
		assertThat(check(outcome, CheckKind.NONE_LOST))
			.isEqualTo(new Check(CheckKind.NONE_LOST, null, 4.0, "= 0", false));
		assertThat(outcome.behaviour().exit()).isEqualTo(this.fixture.exit);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(7);
	}

	@Test
	void ofWhenAppExitsShouldEndWindowThere() {
		this.fixture.exit = new RunRecord.Exit(3, T0 + 9000);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(7);
		assertThat(check(outcome, CheckKind.NO_ZOMBIE).ok()).isTrue();
		assertThat(outcome.notApplied()).containsKeys(CheckKind.LEDGER_SENT, CheckKind.NO_LEAK, CheckKind.THREADS_BACK,
				CheckKind.MEMORY_BACK);
		assertThat(outcome.figures()).doesNotContainKey(Metric.IN_FLIGHT_AFTER);
		this.fixture.exit = new RunRecord.Exit(null, T0 + 9000);
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.NO_ZOMBIE).ok()).isFalse();
	}

	@Test
	void ofWhenAppExitsBeforeItsWindowShouldMeasureItsWholeLife() {
		// The window would begin at second 2, and one sample be in it.
		this.fixture.exit = new RunRecord.Exit(3, T0 + 2500);
		Outcome outcome = this.fixture.analyse(this.folder);
		// From the sample a second before the first request: 10 are answered.
		assertThat(outcome.value(Metric.WINDOW_SECONDS)).isEqualTo(3.5);
		assertThat(outcome.value(Metric.THROUGHPUT)).isEqualTo(10 / 3.5);
		assertThat(outcome.notApplied()).containsKeys(CheckKind.ARRIVALS, CheckKind.MACHINE_IDLE);
		assertThat(outcome.checks()).allMatch(Check::ok).extracting(Check::kind).contains(CheckKind.NO_ZOMBIE);
	}

	@Test
	void ofWhenAppMayExitAndStillServesShouldNotApplyLedgerChecks() {
		stillServing(49);
		this.fixture.mayExit = true;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.IN_FLIGHT_AFTER)).isEqualTo(7);
		assertThat(outcome.notApplied()).hasEntrySatisfying(CheckKind.LEDGER_APP,
				(why) -> assertThat(why).contains("7 requests"));
		assertThat(outcome.checks()).allMatch(Check::ok).extracting(Check::kind).contains(CheckKind.NO_ZOMBIE);
		this.fixture.mayExit = false;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.LEDGER_APP).ok()).isFalse();
	}

	@Test
	void ofWhenLiveAppFinishesNoRequestShouldFailNoZombie() {
		// As many as in the last sample of the window, at second 12.
		stillServing(48);
		this.fixture.mayExit = true;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.NO_ZOMBIE).ok()).isFalse();
	}

	private static Sample guarded(Sample sample, int free, long leased) {
		return RunFixture.with(sample,
				Map.of("guard", new AppLedger.Guard("closed", 150, free), "backendConnectionsLeased", leased));
	}

	private void stillServing(long completed) {
		this.fixture.sample = (sample) -> (sample.at() > T0 + 12_000) ? RunFixture.with(sample, Map.of("received",
				completed + 7, "completed", completed, "inFlight", 7L, "backendAttempts", completed + 7)) : sample;
	}

}
