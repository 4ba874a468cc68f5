package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.Expectation;
import lab.harness.probe.MachineSample;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.target.AppLedger;
import lab.harness.target.BackendCounters;
import lab.harness.target.RunFailedException;
import lab.harness.target.Terms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class RunAnalysisTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ofWhenHealthyShouldPassEveryCheck() throws IOException {
		RunResult result = this.fixture.analyse(this.folder, Expectation.values());
		assertThat(result.failedChecks()).isEmpty();
		assertThat(result.valid()).isTrue();
		assertThat(result.checks()).hasSize(17);
	}

	@Test
	void ofWhenHealthyShouldHaveTheFiguresWorkedOutByHand() throws IOException {
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.windowSeconds()).isEqualTo(10);
		assertThat(result.throughput()).isEqualTo(4);
		// 2 users / 0.5 s
		assertThat(result.ceiling()).isEqualTo(4);
		assertThat(result.nominalCeiling()).isEqualTo(4);
		assertThat(result.ofCeiling()).isEqualTo(1);
		assertThat(result.slots()).isEqualTo(2);
		assertThat(result.limitedBy()).isEqualTo("users");
		assertThat(result.latencyMs()).isEqualTo(new LatencySummary(500, 500, 500, 500, 500));
		// 8 ms, 4 ms and 12 ms of CPU a second over 4 requests a second
		assertThat(result.cpuMsPerRequest()).isEqualTo(new CpuCost(2, 1, 3));
		assertThat(result.rssMiB()).isEqualTo(new Usage(300, 300));
		assertThat(result.platformThreads()).isEqualTo(new Usage(30, 30));
		assertThat(result.gcPauseMs()).isEqualTo(10);
		assertThat(result.compileMs()).isEqualTo(30);
		assertThat(result.ledger()).isEqualTo(new Ledger(50, 0, 50, 50, 0, 50, 0, 50));
		assertThat(result.jmeterSummary()).isEqualTo(3.9);
	}

	@Test
	void ofWhenARequestMakesSeveralCallsShouldKnowNoCeiling() throws IOException {
		this.fixture.run = this.fixture.computing("/fan-out?calls=3", this.fixture.run.placement());
		RunResult result = RunAnalysis.of(this.fixture.facts(this.folder).measured(), List.of(), null, "raw/arm", null);
		assertThat(result.ceiling()).isNull();
		assertThat(result.nominalCeiling()).isNull();
		assertThat(result.ofCeiling()).isNull();
		assertThat(result.checks()).extracting(Check::name)
			.doesNotContain("below-ceiling")
			.contains("backend-gave-what-it-drew");
	}

	@Test
	void ofWhenAnswersAreTooQuickForTheUsersShouldFailTheLaw() throws IOException {
		this.fixture.row = (row) -> row.replace(",500,", ",400,");
		// 4 req/s x 0.4 s / 2; of 2 users the edges of 10 s may hide 4 √4 288.7 ms / 20 s
		// = 11.5 %
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("law").containsEntry("law", 0.8);
	}

	@Test
	void ofWhenRequestsTakeMoreThanATwentiethOfTheWindowShouldHoldThoseInFlightToTheLaw() throws IOException {
		this.fixture.row = (row) -> row.replace(",500,", ",750,");
		// 4 a second stay for 0.75 s each: 3 in place of 2, edges and all.
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("law-in-flight")
			.containsEntry("law-in-flight", 1.5);
	}

	@Test
	void ofWhenThroughputIsAboveTheCeilingShouldRefuseIt() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, drawing(sample.counters(), 580, 581));
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.ceiling()).isCloseTo(3.448, within(0.001));
		assertThat(failed(result)).containsOnlyKeys("below-ceiling");
		assertThat(failed(result).get("below-ceiling")).isCloseTo(1.16, within(1e-9));
	}

	@Test
	void ofWhenBackendGivesMoreThanItDrewShouldFailThatCheck() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, drawing(sample.counters(), 500, 506));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("backend-gave-what-it-drew")
			.containsEntry("backend-gave-what-it-drew", 6.0);
	}

	@Test
	void ofWhenBackendDrawsOtherThanPromisedShouldFailThatCheck() throws IOException {
		// sd 288.7 / √40 requests = 45.6; four of them are 182.6
		this.fixture.sample = (sample) -> RunFixture.with(sample, drawing(sample.counters(), 317, 317));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("backend-drew-what-it-promised")
			.containsEntry("backend-drew-what-it-promised", -183.0);
	}

	@Test
	void ofWhenAStrangerSendsRequestsShouldFailTheLedger() throws IOException {
		this.fixture.sample = (sample) -> (sample.ledger().received() < 50) ? sample
				: RunFixture.with(sample, ledger(sample.ledger(), 53, 53, 50));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("ledger-sent")
			.containsEntry("ledger-sent", -3.0);
	}

	@Test
	void ofWhenARequestVanishesInTheAppShouldFailTheLedger() throws IOException {
		this.fixture.sample = (sample) -> (sample.ledger().received() < 50) ? sample
				: RunFixture.with(sample, ledger(sample.ledger(), 50, 49, 50));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("ledger-app")
			.containsEntry("ledger-app", 1.0);
	}

	@Test
	void ofWhenACallIsRepeatedShouldFailTheLedger() throws IOException {
		this.fixture.sample = (sample) -> (sample.ledger().received() < 50) ? sample
				: RunFixture.with(sample, ledger(sample.ledger(), 50, 50, 51));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("ledger-backend")
			.containsEntry("ledger-backend", 1.0);
	}

	@Test
	void ofWhenMachineIsBusyShouldFailThatCheck() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample,
				new MachineSample(sample.machine().totalMillis(), sample.machine().totalMillis() / 8, 0));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("machine-idle")
			.containsEntry("machine-idle", 0.125);
	}

	@Test
	void ofWhenAnotherGuestTakesTimeShouldFailThatCheck() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, new MachineSample(sample.machine().totalMillis(),
				sample.machine().idleMillis(), sample.machine().totalMillis() / 50));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("machine-steal")
			.containsEntry("machine-steal", 0.02);
	}

	@Test
	void ofWhenAConnectionIsMissingOnceShouldFailThatCheck() throws IOException {
		this.fixture.sample = (sample) -> (sample.at() == RunFixture.T0 + 5000) ? RunFixture.withConnections(sample, 1)
				: sample;
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("connections")
			.containsEntry("connections", 1.0);
	}

	@Test
	void ofWhenAnotherKindOfThreadServesShouldFailThatCheck() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, servedBy(sample.ledger(), "platform"));
		assertThat(failed(this.fixture.analyse(this.folder))).containsOnlyKeys("thread-kind")
			.containsEntry("thread-kind", 0.0);
	}

	@Test
	void ofWhenPoolIsSmallShouldFailAtCeilingThoughTheLawHolds() throws IOException {
		this.fixture.sample = (sample) -> RunFixture.with(sample, inFlight(sample.counters(), 0.5));
		assertThat(failed(this.fixture.analyse(this.folder, Expectation.AT_CEILING))).containsOnlyKeys("at-ceiling")
			.containsEntry("at-ceiling", 0.5);
		assertThat(failed(this.fixture.analyse(this.folder))).isEmpty();
	}

	@Test
	void ofWhenThreadsAreTheLimitShouldSetTheCeilingByThem() throws IOException {
		Terms terms = this.fixture.run.terms();
		this.fixture.run = withTerms(new Terms(terms.application(), terms.jdk(), terms.cores(), terms.collector(),
				terms.heapMaxBytes(), 1, terms.httpClient(), terms.backendConnections(), terms.keepAlive()));
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.ceiling()).isEqualTo(2);
		assertThat(result.limitedBy()).isEqualTo("request threads");
		assertThat(failed(result)).containsOnlyKeys("below-ceiling");
	}

	@Test
	void ofWhenStillWarmingUpShouldFailSteady() throws IOException {
		// In the first half of the window every second request fails: 2 of 4 req/s are
		// successes.
		boolean[] odd = new boolean[1];
		this.fixture.row = (row) -> {
			odd[0] = !odd[0];
			return (odd[0] && Long.parseLong(row.substring(0, row.indexOf(','))) <= RunFixture.T0 + 6500)
					? row.replace("200,OK,true", "503,Full,false") : row;
		};
		RunResult result = this.fixture.analyse(this.folder, Expectation.STEADY, Expectation.NO_ERRORS);
		assertThat(failed(result)).containsOnlyKeys("steady", "no-errors").containsEntry("steady", 2.0);
		assertThat(result.errorKinds()).containsOnlyKeys("status 503");
		assertThat(result.errors()).isEqualTo(14);
	}

	@Test
	void ofWhenEverythingFailsShouldHaveNoLatencyAndStillAnswer() throws IOException {
		this.fixture.row = (row) -> row.replace("200,OK,true", "503,Full,false");
		RunResult result = this.fixture.analyse(this.folder, Expectation.values());
		assertThat(result.latencyMs()).isNull();
		assertThat(result.throughput()).isZero();
		assertThat(failed(result)).containsOnlyKeys("no-errors", "steady");
		assertThat(failed(result).get("steady")).isNull();
	}

	@Test
	void ofWhenRequestsAreRefusedShouldTakeThemOutOfTheLedger() throws IOException {
		this.fixture.row = (row) -> row.startsWith(RunFixture.T0 + ",") ? row.replace("200,OK,true",
				"Non HTTP response code: org.apache.http.conn.HttpHostConnectException,Connection refused,false") : row;
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(result.errorKinds()).isEqualTo(Map.of("connect refused", 2L));
		assertThat(failed(result)).containsOnlyKeys("ledger-sent").containsEntry("ledger-sent", -2.0);
	}

	@Test
	void ofWhenProbeSawNothingFreshShouldSaySo() {
		this.fixture.sample = RunAnalysisTests::stale;
		assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> this.fixture.analyse(this.folder))
			.withMessageContaining("arm at 2 users cannot be judged")
			.withMessageContaining("told their counters 0 times");
	}

	@Test
	void ofWhenProbeSawHalfOfTheWindowShouldFailCoverage() throws IOException {
		// 11 samples in the 10 s of the window; the 4 from 5 s to 8 s are not fresh.
		this.fixture.sample = (sample) -> (RunFixture.T0 + 5000 <= sample.at() && sample.at() <= RunFixture.T0 + 8000)
				? stale(sample) : sample;
		RunResult result = this.fixture.analyse(this.folder);
		assertThat(failed(result)).containsOnlyKeys("probe-coverage").containsEntry("probe-coverage", 0.7);
		assertThat(result.throughput()).isEqualTo(4);
	}

	private static Sample stale(Sample sample) {
		return new Sample(sample.at(), sample.app(), sample.backend(), sample.generator(), sample.machine(),
				sample.cores(), 2, sample.ledger(), sample.counters(), false);
	}

	private static Map<String, Double> failed(RunResult result) {
		Map<String, Double> failed = new HashMap<>();
		result.failedChecks().forEach((check) -> failed.put(check.name(), check.value()));
		return failed;
	}

	private static BackendCounters drawing(BackendCounters counters, double drawn, double given) {
		return new BackendCounters(counters.received(), counters.completed(), 0, 0, 2, 2, counters.inFlightSeconds(),
				drawn * counters.completed(), given * counters.completed(), counters.timerErrorMillis());
	}

	private static BackendCounters inFlight(BackendCounters counters, double factor) {
		return new BackendCounters(counters.received(), counters.completed(), 0, 0, 2, 2,
				factor * counters.inFlightSeconds(), counters.drawnMillis(), counters.givenMillis(),
				counters.timerErrorMillis());
	}

	private static AppLedger ledger(AppLedger ledger, long received, long completed, long attempts) {
		return new AppLedger(received, completed, 0, 0, attempts, 0, ledger.servedBy(), 0, ledger.gcPauseMillis());
	}

	private static AppLedger servedBy(AppLedger ledger, String kind) {
		return new AppLedger(ledger.received(), ledger.completed(), 0, 0, ledger.backendAttempts(), 0,
				Map.of(kind, ledger.received()), 0, 0);
	}

	private RunRecord withTerms(Terms terms) {
		RunRecord run = this.fixture.run;
		return new RunRecord(run.variant(), run.app(), run.users(), run.round(), run.seed(), run.latency(), run.path(),
				run.plan(), run.rampMillis(), run.warmUpMillis(), run.measureMillis(), run.timeoutMillis(), terms,
				run.placement(), 0, 0, run.startedAt(), true, run.jmeterSummary(), 0, 0, run.commands());
	}

}
