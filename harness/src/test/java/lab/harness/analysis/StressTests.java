package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import lab.harness.experiment.Expectation;
import lab.harness.experiment.Fault;
import lab.harness.experiment.Fault.Kind;
import lab.harness.experiment.Prediction.Formula;
import lab.harness.probe.Beside.Asked;
import lab.harness.probe.RunRecord;
import lab.harness.probe.Sample;
import lab.harness.probe.Stress;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import lab.harness.target.Terms;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The run of {@link RunFixture}, 4 requests a second from second 0 to 12, put through
 * stress.
 */
class StressTests {

	private static final long T0 = RunFixture.T0;

	private static final long MIB = 1024 * 1024;

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	private @Nullable Long liveHeapAfter = 50 * MIB;

	private Terms terms = this.fixture.run.terms();

	@Test
	void analyseWhenAFaultMakesRequestsFailShouldTellHowFarItFellAndWhenItWasBack() throws IOException {
		// Every request that ends in seconds 5 and 6 fails.
		this.fixture.row = (row) -> {
			long end = Long.parseLong(row.split(",")[0]) + 500;
			return (end >= T0 + 5000 && end < T0 + 7000) ? row.replace("200,OK,true", "503,,false") : row;
		};
		stress(null, hang(5000, 7000), null);
		RunResult run = this.fixture.analyse(this.folder, Expectation.RECOVERS, Expectation.NONE_LOST);
		StressResult stress = stress(run);
		assertThat(stress.before()).isEqualTo(4);
		// Three seconds from 5 on: 0, 0, 4, the lowest; from 7 on all is well.
		assertThat(stress.faults()).containsExactly(new FaultSpan("hang", "hang, 2s", 5.0, 7.0, 4 / 3.0, 0.0));
		assertThat(stress.lost()).isZero();
		assertThat(run.errorKinds()).isEqualTo(Map.of("status 503", 8L));
		assertThat(check(run, "recovers")).isEqualTo(new Check("recovers", 0.0, "<= 15", true));
		assertThat(check(run, "none-lost").ok()).isTrue();
		assertThat(check(run, "law-in-flight").value()).isEqualTo(1);
		assertThat(stress.leftOut()).containsKey("connections").doesNotContainKey("law-in-flight");
		assertThat(run.checks()).allMatch(Check::ok);
	}

	@Test
	void analyseWhenARequestGotNoAnswerShouldCountItAsLostAndAllowTheLedgerAsMuch() throws IOException {
		this.fixture.row = (row) -> row.startsWith(T0 + 5000 + ",")
				? row.replace("200,OK,true", "Non HTTP response code: java.net.SocketException,reset,false") : row;
		stress(null, hang(5000, 7000), null);
		RunResult run = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(stress(run).lost()).isEqualTo(2);
		assertThat(check(run, "none-lost").ok()).isFalse();
		// The app answered all 50, and 48 answers arrived.
		assertThat(check(run, "ledger-answers")).isEqualTo(new Check("ledger-answers", 2.0, "0..2", true));
		assertThat(check(run, "ledger-sent").limit()).isEqualTo("0..2");
	}

	@Test
	void analyseWhenTheAppWasToldToEndShouldTellWhatItHadFromWhatCameLater() throws IOException {
		this.fixture.row = (row) -> (row.startsWith(T0 + 8500 + ",") || row.startsWith(T0 + 9500 + ","))
				? row.replace("200,OK,true", "Non HTTP response code: java.net.SocketException,reset,false") : row;
		Fault sigterm = new Fault(Kind.SIGTERM, Duration.ofSeconds(9), Duration.ZERO, 1, null, null);
		stress(4, List.of(new Applied(sigterm, T0 + 9000, null, null)), new Stress.End(143, T0 + 10_000));
		RunResult run = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(stress(run).lost()).isEqualTo(2);
		assertThat(stress(run).turnedAway()).isEqualTo(2);
		assertThat(check(run, "none-lost")).isEqualTo(new Check("none-lost", 4.0, "= 0", false));
		assertThat(stress(run).ending()).isEqualTo("exited as told");
		assertThat(run.windowSeconds()).isEqualTo(7);
	}

	@Test
	void analyseWhenArrivalsAreOpenShouldHoldTheGeneratorToTheRate() throws IOException {
		stress(4, List.of(), null);
		RunResult run = this.fixture.analyse(this.folder);
		// 40 are due in the window of 10 s, and 4 / root(40) is allowed.
		assertThat(check(run, "arrivals")).isEqualTo(new Check("arrivals", 1.0, "0.3675..1.6325", true));
		assertThat(stress(run).offered()).isEqualTo(4);
		assertThat(run.point()).isEqualTo("2 arrivals/s");
		stress(20, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "arrivals").ok()).isFalse();
	}

	@Test
	void predictedInFlightShouldNotDependOnHowManyUsersWait() throws IOException {
		stress(20, List.of(), null);
		RunResult run = RunAnalysis.of(this.fixture.facts(this.folder).measured(), List.of(), null, "raw/arm", null,
				Formula.IN_FLIGHT);
		// 20 a second x 0.5 s; the generator has 2 users.
		assertThat(stress(run).predicted()).isEqualTo(10);
		assertThat(stress(run).found()).isEqualTo(2);
	}

	@Test
	void analyseWhenRequestsPileUpShouldTellTheMostInFlightInTheWindow() throws IOException {
		stress(4, List.of(), null);
		this.fixture.sample = (sample) -> switch ((int) (sample.at() - T0)) {
			case 6_000 -> inFlight(sample, 7);
			case 7_000 -> inFlight(sample, 3);
			case 13_000 -> inFlight(sample, 9);
			default -> sample;
		};
		assertThat(stress(this.fixture.analyse(this.folder)).mostInFlight()).isEqualTo(7);
	}

	@Test
	void analyseWhenAPermitIsNotGivenBackShouldFail() throws IOException {
		stress(4, List.of(), null);
		this.fixture.sample = (sample) -> guarded(sample, 149, 0);
		assertThat(check(this.fixture.analyse(this.folder), "no-leak"))
			.isEqualTo(new Check("no-leak", 1.0, "= 0", false));
		this.fixture.sample = (sample) -> guarded(sample, 150, 2);
		assertThat(stress(this.fixture.analyse(this.folder)).leakedConnections()).isEqualTo(2);
		this.fixture.sample = (sample) -> guarded(sample, 150, 0);
		assertThat(check(this.fixture.analyse(this.folder), "no-leak").ok()).isTrue();
	}

	@Test
	void analyseWhenMemoryIsHeldShouldFail() throws IOException {
		stress(4, List.of(), null);
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(stress(run).liveHeapMiB()).isEqualTo(new Kept(40, 50));
		assertThat(check(run, "memory-back")).isEqualTo(new Check("memory-back", 10.0, "<= 64", true));
		this.liveHeapAfter = 105 * MIB;
		stress(4, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "memory-back").ok()).isFalse();
		this.liveHeapAfter = null;
		stress(4, List.of(), null);
		run = this.fixture.analyse(this.folder);
		assertThat(stress(run).liveHeapMiB()).isNull();
		assertThat(stress(run).leftOut()).containsKey("memory-back");
	}

	@Test
	void analyseWhenThreadsStayShouldFailUnlessAPoolMayHoldThem() throws IOException {
		stress(4, List.of(), null);
		// There were 30 before.
		this.fixture.sample = (sample) -> RunFixture.withThreads(sample, (sample.at() > T0 + 12_000) ? 41 : 30);
		assertThat(check(this.fixture.analyse(this.folder), "threads-back"))
			.isEqualTo(new Check("threads-back", 11.0, "<= 10", false));
		Terms terms = this.fixture.run.terms();
		this.terms = new Terms(terms.application(), terms.jdk(), terms.cores(), terms.collector(), terms.heapMaxBytes(),
				200, terms.httpClient(), terms.backendConnections(), terms.keepAlive());
		stress(4, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "threads-back"))
			.isEqualTo(new Check("threads-back", 11.0, "<= 210", true));
	}

	@Test
	void analyseWhenTheAppExitsShouldEndTheWindowThereAndSayHow() throws IOException {
		stress(4, List.of(), new Stress.End(3, T0 + 9000));
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(run.windowSeconds()).isEqualTo(7);
		assertThat(stress(run).ending()).isEqualTo("exited, out of memory");
		assertThat(check(run, "no-zombie").ok()).isTrue();
		assertThat(stress(run).leftOut()).containsKeys("ledger-sent", "no-leak", "threads-back", "memory-back");
		stress(4, List.of(), new Stress.End(null, T0 + 9000));
		assertThat(check(this.fixture.analyse(this.folder), "no-zombie").ok()).isFalse();
	}

	@Test
	void analyseWhenTheAppExitsBeforeItsWindowShouldJudgeItByAllOfItsLife() throws IOException {
		// The window would begin at second 2, and one sample be in it.
		stress(4, List.of(), new Stress.End(3, T0 + 2500));
		RunResult run = this.fixture.analyse(this.folder);
		// From the sample a second before the first request: 10 are answered.
		assertThat(run.windowSeconds()).isEqualTo(3.5);
		assertThat(run.throughput()).isEqualTo(10 / 3.5);
		assertThat(stress(run).ending()).isEqualTo("exited, out of memory");
		assertThat(stress(run).leftOut()).containsKeys("arrivals", "machine-idle");
		assertThat(run.checks()).allMatch(Check::ok).extracting(Check::name).contains("no-zombie");
	}

	@Test
	void analyseWhenTheAppMayExitAndIsStillAtWorkShouldSaySoAndAskNoMore() throws IOException {
		stillAtWork(49);
		stress(4, List.of(), null, true);
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(stress(run).leftOut()).hasEntrySatisfying("ledger-app",
				(why) -> assertThat(why).contains("7 requests"));
		assertThat(run.checks()).allMatch(Check::ok).extracting(Check::name).contains("no-zombie");
		stress(4, List.of(), null, false);
		assertThat(check(this.fixture.analyse(this.folder), "ledger-app").ok()).isFalse();
	}

	@Test
	void analyseWhenAnAppAtWorkFinishesNothingShouldBeAZombie() throws IOException {
		// As many as in the last sample of the window, at second 12.
		stillAtWork(48);
		stress(4, List.of(), null, true);
		assertThat(check(this.fixture.analyse(this.folder), "no-zombie").ok()).isFalse();
	}

	private void stillAtWork(long completed) {
		this.fixture.sample = (
				sample) -> (sample.at() > T0 + 12_000)
						? RunFixture.with(sample,
								new AppLedger(completed + 7, completed, 0, 7, completed + 7, 0,
										sample.ledger().servedBy(), 1, 1, null, Map.of(), Map.of(), 0, null, 7))
						: sample;
	}

	@Test
	void besideShouldCompareTheShareAnsweredWellBeforeAndDuring() {
		// 4 of 4 before, 1 of 4 during.
		List<Asked> asked = List.of(sleep(1, 200), sleep(2, 200), sleep(3, 200), sleep(4, 200), sleep(11, 200),
				sleep(12, null), sleep(13, null), sleep(14, 503), new Asked(15, Asked.HEALTH, 1, 200));
		AnsweredBeside beside = AnsweredBeside.of(asked, Asked.SLEEP, (at) -> at < 10, (at) -> at > 10);
		assertThat(beside).isEqualTo(new AnsweredBeside(1.0, 0.25, 0.25));
		assertThat(AnsweredBeside.of(asked, Asked.HEALTH, (at) -> at < 10, (at) -> at > 10).kept()).isNull();
	}

	@Test
	void storyShouldCountWhatIsOnItsWayAndWhatItTook() throws IOException {
		stress(4, List.of(), null);
		StressCharts charts = Objects
			.requireNonNull(RunCharts.of(List.of(this.fixture.facts(this.folder))).getFirst().stress());
		// Two begin in each half second and take as long: two are on their way at the
		// end.
		assertThat(charts.inFlight()).startsWith(2.0, 2.0, 2.0);
		assertThat(charts.latencyMillis().getFirst().mean()).isEqualTo(500);
		assertThat(charts.errors()).isEmpty();
	}

	@Test
	void meanInFlightShouldCountPartsAtTheEdges() {
		LoadSpan span = new LoadSpan();
		JtlRow before = new JtlRow("a", 0, 3000, true, "200", "", 1);
		JtlRow after = new JtlRow("a", 4500, 9000, true, "200", "", 1);
		List.of(before, after).forEach(span::add);
		LoadTotals load = new LoadTotals(span, new Window(1000, 5000), 3000);
		List.of(before, after).forEach(load::add);
		// 2 s of the first and 0.5 s of the second lie in the 4 s.
		assertThat(load.meanInFlight()).isCloseTo(2.5 / 4, within(1e-9));
	}

	private static Asked sleep(long at, @Nullable Integer status) {
		return new Asked(at, Asked.SLEEP, 1000, status);
	}

	private static List<Applied> hang(long from, long to) {
		return List
			.of(new Applied(new Fault(Kind.HANG, Duration.ofMillis(from), Duration.ofMillis(to - from), 1, null, null),
					T0 + from, T0 + to, null));
	}

	private static Sample inFlight(Sample sample, long requests) {
		AppLedger ledger = sample.ledger();
		return RunFixture.with(sample, new AppLedger(ledger.received(), ledger.completed(), 0, requests,
				ledger.backendAttempts(), 0, ledger.servedBy(), 1, ledger.gcPauseMillis()));
	}

	private static Sample guarded(Sample sample, int free, long leased) {
		AppLedger ledger = sample.ledger();
		return RunFixture.with(sample,
				new AppLedger(ledger.received(), ledger.completed(), 0, 0, ledger.backendAttempts(), 0,
						ledger.servedBy(), 1, 1, null, Map.of(), Map.of(), 0, new AppLedger.Guard("closed", 150, free),
						leased));
	}

	private void stress(@Nullable Integer rate, List<Applied> faults, Stress.@Nullable End end) {
		stress(rate, faults, end, false);
	}

	private void stress(@Nullable Integer rate, List<Applied> faults, Stress.@Nullable End end, boolean mayExit) {
		RunRecord run = this.fixture.run;
		this.fixture.run = new RunRecord(run.variant(), run.app(), run.users(), 1, run.seed(), run.latency(), "/",
				run.plan(), run.rampMillis(), 0, run.measureMillis(), run.timeoutMillis(), this.terms, run.placement(),
				0, 0, run.startedAt(), true, run.jmeterSummary(), 0, 0, run.commands(),
				new Stress(rate, 2, faults, mayExit, end, 40 * MIB, this.liveHeapAfter));
	}

	private static StressResult stress(RunResult run) {
		return Objects.requireNonNull(run.stress());
	}

	private static Check check(RunResult run, String name) {
		return run.checks().stream().filter((check) -> check.name().equals(name)).findFirst().orElseThrow();
	}

}
