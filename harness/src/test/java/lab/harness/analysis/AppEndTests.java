package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Expectation;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.PlannedFault;
import lab.harness.model.RunRecord;
import lab.harness.model.RunRecord.AppliedFault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An app that ends under load, as told or by itself, or ought to have.
 */
class AppEndTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@BeforeEach
	void arrivalsAreOpen() {
		this.fixture.rate = 4;
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

	private void stillServing(long completed) {
		this.fixture.sample = (sample) -> (sample.at() > T0 + 12_000) ? RunFixture.with(sample, Map.of("received",
				completed + 7, "completed", completed, "inFlight", 7L, "backendAttempts", completed + 7)) : sample;
	}

}
