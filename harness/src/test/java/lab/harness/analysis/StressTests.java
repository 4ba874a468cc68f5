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
import lab.harness.probe.Sample;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.StressFixture.check;
import static lab.harness.analysis.StressFixture.stress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * What stress does to requests: how far they fall, which are lost, how many pile up.
 */
class StressTests {

	private static final long T0 = RunFixture.T0;

	@TempDir
	private Path folder;

	private final StressFixture fixture = new StressFixture();

	@Test
	void analyseWhenAFaultMakesRequestsFailShouldTellHowFarItFellAndWhenItWasBack() throws IOException {
		// Every request that ends in seconds 5 and 6 fails.
		this.fixture.row = (row) -> {
			long end = Long.parseLong(row.split(",")[0]) + 500;
			return (end >= T0 + 5000 && end < T0 + 7000) ? row.replace("200,OK,true", "503,,false") : row;
		};
		this.fixture.stress(null, hang(5000, 7000), null);
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
		this.fixture.stress(null, hang(5000, 7000), null);
		RunResult run = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(stress(run).lost()).isEqualTo(2);
		assertThat(check(run, "none-lost").ok()).isFalse();
		// The app answered all 50, and 48 answers arrived.
		assertThat(check(run, "ledger-answers")).isEqualTo(new Check("ledger-answers", 2.0, "0..2", true));
		assertThat(check(run, "ledger-sent").limit()).isEqualTo("0..2");
	}

	@Test
	void analyseWhenArrivalsAreOpenShouldHoldTheGeneratorToTheRate() throws IOException {
		this.fixture.stress(4, List.of(), null);
		RunResult run = this.fixture.analyse(this.folder);
		// 40 are due in the window of 10 s, and 4 / root(40) is allowed.
		assertThat(check(run, "arrivals")).isEqualTo(new Check("arrivals", 1.0, "0.3675..1.6325", true));
		assertThat(stress(run).offered()).isEqualTo(4);
		assertThat(run.point()).isEqualTo("2 arrivals/s");
		this.fixture.stress(20, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "arrivals").ok()).isFalse();
	}

	@Test
	void predictedInFlightShouldNotDependOnHowManyUsersWait() throws IOException {
		this.fixture.stress(20, List.of(), null);
		RunResult run = RunAnalysis.of(this.fixture.facts(this.folder).measured(), List.of(), null, "raw/arm", null,
				Formula.IN_FLIGHT);
		// 20 a second x 0.5 s; the generator has 2 users.
		assertThat(stress(run).predicted()).isEqualTo(10);
		assertThat(stress(run).found()).isEqualTo(2);
	}

	@Test
	void analyseWhenRequestsPileUpShouldTellTheMostInFlightInTheWindow() throws IOException {
		this.fixture.stress(4, List.of(), null);
		this.fixture.sample = (sample) -> switch ((int) (sample.at() - T0)) {
			case 6_000 -> inFlight(sample, 7);
			case 7_000 -> inFlight(sample, 3);
			case 14_000 -> inFlight(sample, 9);
			default -> sample;
		};
		assertThat(stress(this.fixture.analyse(this.folder)).mostInFlight()).isEqualTo(7);
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
		this.fixture.stress(4, List.of(), null);
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

}
