package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import lab.harness.experiment.Expectation;
import lab.harness.experiment.Fault;
import lab.harness.experiment.Fault.Kind;
import lab.harness.probe.Stress;
import lab.harness.probe.Stress.Applied;
import lab.harness.target.AppLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.StressFixture.check;
import static lab.harness.analysis.StressFixture.stress;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An app that ends under load, as told or by itself, or ought to have.
 */
class AppEndTests {

	private static final long T0 = RunFixture.T0;

	@TempDir
	private Path folder;

	private final StressFixture fixture = new StressFixture();

	@Test
	void analyseWhenTheAppWasToldToEndShouldTellWhatItHadFromWhatCameLater() throws IOException {
		this.fixture.row = (row) -> (row.startsWith(T0 + 8500 + ",") || row.startsWith(T0 + 9500 + ","))
				? row.replace("200,OK,true", "Non HTTP response code: java.net.SocketException,reset,false") : row;
		Fault sigterm = new Fault(Kind.SIGTERM, Duration.ofSeconds(9), Duration.ZERO, 1, null, null);
		this.fixture.stress(4, List.of(new Applied(sigterm, T0 + 9000, null, null)), new Stress.End(143, T0 + 10_000));
		RunResult run = this.fixture.analyse(this.folder, Expectation.NONE_LOST);
		assertThat(stress(run).lost()).isEqualTo(2);
		assertThat(stress(run).turnedAway()).isEqualTo(2);
		assertThat(check(run, "none-lost")).isEqualTo(new Check("none-lost", 4.0, "= 0", false));
		assertThat(stress(run).ending()).isEqualTo("exited as told");
		assertThat(run.windowSeconds()).isEqualTo(7);
	}

	@Test
	void analyseWhenTheAppExitsShouldEndTheWindowThereAndSayHow() throws IOException {
		this.fixture.stress(4, List.of(), new Stress.End(3, T0 + 9000));
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(run.windowSeconds()).isEqualTo(7);
		assertThat(stress(run).ending()).isEqualTo("exited, out of memory");
		assertThat(check(run, "no-zombie").ok()).isTrue();
		assertThat(stress(run).leftOut()).containsKeys("ledger-sent", "no-leak", "threads-back", "memory-back");
		this.fixture.stress(4, List.of(), new Stress.End(null, T0 + 9000));
		assertThat(check(this.fixture.analyse(this.folder), "no-zombie").ok()).isFalse();
	}

	@Test
	void analyseWhenTheAppExitsBeforeItsWindowShouldJudgeItByAllOfItsLife() throws IOException {
		// The window would begin at second 2, and one sample be in it.
		this.fixture.stress(4, List.of(), new Stress.End(3, T0 + 2500));
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
		this.fixture.stress(4, List.of(), null, true);
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(StressVerdict.words(List.of(run), List.of(), true))
			.endsWith("; the app lives, at work on 7 requests whose clients have gone.");
		assertThat(stress(run).leftOut()).hasEntrySatisfying("ledger-app",
				(why) -> assertThat(why).contains("7 requests"));
		assertThat(run.checks()).allMatch(Check::ok).extracting(Check::name).contains("no-zombie");
		this.fixture.stress(4, List.of(), null, false);
		assertThat(check(this.fixture.analyse(this.folder), "ledger-app").ok()).isFalse();
	}

	@Test
	void analyseWhenAnAppAtWorkFinishesNothingShouldBeAZombie() throws IOException {
		// As many as in the last sample of the window, at second 12.
		stillAtWork(48);
		this.fixture.stress(4, List.of(), null, true);
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

}
