package lab.harness.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import lab.harness.model.Metric;
import lab.harness.model.experiment.Expectation;
import lab.harness.model.experiment.PlannedFault;
import lab.harness.model.result.Check;
import lab.harness.model.result.CheckKind;
import lab.harness.model.result.Outcome;
import lab.harness.model.result.RunRecord;
import lab.harness.model.result.RunRecord.AppliedFault;
import lab.harness.model.result.SideRequest;
import lab.wire.BackendCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The limits of checks, and the reasons for which they do not apply.
 */
class CheckLimitsTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ledgerWhenRequestsAreAbandonedShouldBalanceAndAllowTheirCalls() {
		this.fixture.rate = 4;
		this.fixture.sample = (sample) -> (sample.at() > T0 + 12_000)
				? RunFixture.with(sample,
						Map.of("completed", 47L, "abandoned", 3L, "backendAttempts", 52L, "connectFailures", 2L))
				: sample;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(check(outcome, CheckKind.LEDGER_APP))
			.isEqualTo(new Check(CheckKind.LEDGER_APP, null, 0.0, "= 0", true));
		assertThat(check(outcome, CheckKind.LEDGER_BACKEND))
			.isEqualTo(new Check(CheckKind.LEDGER_BACKEND, null, 0.0, "0..3", true));
	}

	@Test
	void ledgerWhenHarnessSendsRequestsShouldAllowThoseWithoutAnswer() {
		this.fixture.side = List.of(new SideRequest(T0 + 5000, SideRequest.SLEEP, null));
		this.fixture.faults = List.of(new AppliedFault(
				new PlannedFault(PlannedFault.Kind.SLOW_CLIENTS, Duration.ofSeconds(5), Duration.ofSeconds(2), 1.0, 2),
				T0 + 5000, T0 + 7000, new RunRecord.SlowClients(2, 0, 0)));
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.LEDGER_SENT))
			.isEqualTo(new Check(CheckKind.LEDGER_SENT, null, 3.0, "0..3", true));
	}

	/** A round is 500 ms of the 10 s of the window. */
	@Test
	void belowCeilingWhenRequestsEndInRoundsShouldAllowOneMore() {
		this.fixture.path = "/sleep/500";
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.BELOW_CEILING).limit()).isEqualTo("<= 1.05");
		this.fixture.path = "/";
		this.fixture.rate = 4;
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.BELOW_CEILING).limit()).isEqualTo("<= 1.05");
	}

	/**
	 * The age of 0 to 1000 ms has an sd of 1000 / √18: 4 √(2 / 2 slots) x 235.7 ms / 10
	 * s.
	 */
	@Test
	void belowCeilingShouldAllowTheNoiseOfTheEdges() {
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.BELOW_CEILING).limit()).isEqualTo("<= 1.0943");
	}

	@Test
	void delayGivenShouldAllowOnePercentOfTheDelayDrawn() {
		assertThat(check(this.fixture.analyse(this.folder), CheckKind.BACKEND_DELAY_GIVEN).limit()).isEqualTo("-5..5");
	}

	@Test
	void delaysWhenBackendCompletedNothingShouldNotApply() {
		this.fixture.sample = (sample) -> RunFixture.with(sample, Map.of("counters", BackendCounters.NONE));
		assertThat(this.fixture.analyse(this.folder).notApplied())
			.containsEntry(CheckKind.BACKEND_DELAY_GIVEN, "the backend completed nothing")
			.containsEntry(CheckKind.BACKEND_DELAY_DRAWN, "the backend completed nothing");
	}

	/** The samples at 2 and 3 s are two, and three are needed. */
	@Test
	void delaysWhenFaultBeginsSoonShouldNotApply() {
		PlannedFault planned = RunFixture.hang(5000, 7000).getFirst().fault();
		this.fixture.faults = List.of(new AppliedFault(planned, T0 + 3500, T0 + 5500, null));
		assertThat(this.fixture.analyse(this.folder).notApplied()).containsEntry(CheckKind.BACKEND_DELAY_GIVEN,
				"the backend completed nothing before the first fault");
		this.fixture.faults = List.of(new AppliedFault(planned, T0 + 4500, T0 + 6500, null));
		assertThat(this.fixture.analyse(this.folder).checks()).extracting(Check::kind)
			.contains(CheckKind.BACKEND_DELAY_GIVEN);
	}

	@Test
	void connectionsWhenTheServerClosesThemShouldNotApply() {
		this.fixture.keepAlive = "at most 100 requests, idle for at most 60 s";
		assertThat(this.fixture.analyse(this.folder).notApplied()).containsEntry(CheckKind.CONNECTIONS,
				"the server keeps connections for at most 100 requests, idle for at most 60 s");
	}

	/** The first of 50 requests got no connection, so the app received 49. */
	@Test
	void ledgerSentWhenTheServerHasNoConnectionForAUserShouldAllowThatItGaveUp() {
		AtomicInteger rows = new AtomicInteger();
		this.fixture.row = (row) -> (rows.getAndIncrement() > 0) ? row : row.replace("200,OK,true",
				"Non HTTP response code: org.apache.http.conn.ConnectTimeoutException,Connect timed out,false");
		this.fixture.sample = (sample) -> (sample.ledger().requests().completed() < 50) ? sample
				: RunFixture.with(sample, Map.of("received", 49, "completed", 49));
		assertThat(RunFixture.failed(this.fixture.analyse(this.folder))).containsEntry(CheckKind.LEDGER_SENT, 1.0);
		this.fixture.serverConnections = 1;
		rows.set(0);
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(RunFixture.failed(outcome)).doesNotContainKey(CheckKind.LEDGER_SENT);
		// 1 connection / 0.5 s
		assertThat(outcome.value(Metric.NOMINAL_CEILING)).isEqualTo(2);
	}

	@Test
	void connectionsUnderFaultsOrOpenArrivalsShouldNotApply() {
		this.fixture.faults = RunFixture.hang(5000, 7000);
		assertThat(this.fixture.analyse(this.folder).notApplied()).containsEntry(CheckKind.CONNECTIONS,
				"users who give up close theirs and open new ones");
		this.fixture.faults = List.of();
		this.fixture.rate = 4;
		assertThat(this.fixture.analyse(this.folder).notApplied()).containsEntry(CheckKind.CONNECTIONS,
				"open arrivals use as many as they need");
	}

	@Test
	void lawWhenAppEndsEarlyShouldNotApply() {
		this.fixture.mayExit = true;
		this.fixture.exit = new RunRecord.Exit(3, T0 + 2500);
		assertThat(this.fixture.analyse(this.folder).notApplied())
			.containsEntry(CheckKind.LAW, "the app ended while the load was still growing")
			.containsEntry(CheckKind.MACHINE_IDLE, "the app ended while the load was still growing");
	}

	/**
	 * Delays of 500 ms until the middle at 7 s, then of 400 ms; 28 requests till then.
	 */
	@Test
	void steadyWhenDelaysChangeShouldCompareSharesOfTheCeiling() {
		this.fixture.sample = (sample) -> {
			long completed = sample.counters().requests().completed();
			double mean = 400 + 2800.0 / completed;
			return (sample.at() > T0 + 7000) ? RunFixture.withDelays(sample, mean, mean) : sample;
		};
		Double value = check(this.fixture.analyse(this.folder, Expectation.STEADY), CheckKind.STEADY).value();
		assertThat(value).isCloseTo(0.8, within(1e-9));
	}

}
