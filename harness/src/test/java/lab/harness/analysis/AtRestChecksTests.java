package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.probe.Sample;
import lab.harness.target.AppLedger;
import lab.harness.target.Terms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.StressFixture.check;
import static lab.harness.analysis.StressFixture.stress;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an app gives back when the load is over.
 */
class AtRestChecksTests {

	private static final long T0 = RunFixture.T0;

	@TempDir
	private Path folder;

	private final StressFixture fixture = new StressFixture();

	@Test
	void analyseWhenAPermitIsNotGivenBackShouldFail() throws IOException {
		this.fixture.stress(4, List.of(), null);
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
		this.fixture.stress(4, List.of(), null);
		RunResult run = this.fixture.analyse(this.folder);
		assertThat(stress(run).liveHeapMiB()).isEqualTo(new Kept(40, 50));
		assertThat(check(run, "memory-back")).isEqualTo(new Check("memory-back", 10.0, "<= 64", true));
		this.fixture.liveHeapAfter = 105L << 20;
		this.fixture.stress(4, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "memory-back").ok()).isFalse();
		this.fixture.liveHeapAfter = null;
		this.fixture.stress(4, List.of(), null);
		run = this.fixture.analyse(this.folder);
		assertThat(stress(run).liveHeapMiB()).isNull();
		assertThat(stress(run).leftOut()).containsKey("memory-back");
	}

	@Test
	void analyseWhenThreadsStayShouldFailUnlessAPoolMayHoldThem() throws IOException {
		this.fixture.stress(4, List.of(), null);
		// There were 30 before.
		this.fixture.sample = (sample) -> RunFixture.withThreads(sample, (sample.at() > T0 + 12_000) ? 41 : 30);
		assertThat(check(this.fixture.analyse(this.folder), "threads-back"))
			.isEqualTo(new Check("threads-back", 11.0, "<= 10", false));
		Terms terms = this.fixture.run.terms();
		this.fixture.terms = new Terms(terms.application(), terms.jdk(), terms.cores(), terms.collector(),
				terms.heapMaxBytes(), 200, terms.httpClient(), terms.backendConnections(), terms.keepAlive());
		this.fixture.stress(4, List.of(), null);
		assertThat(check(this.fixture.analyse(this.folder), "threads-back"))
			.isEqualTo(new Check("threads-back", 11.0, "<= 210", true));
	}

	private static Sample guarded(Sample sample, int free, long leased) {
		AppLedger ledger = sample.ledger();
		return RunFixture.with(sample,
				new AppLedger(ledger.received(), ledger.completed(), 0, 0, ledger.backendAttempts(), 0,
						ledger.servedBy(), 1, 1, null, Map.of(), Map.of(), 0, new AppLedger.Guard("closed", 150, free),
						leased));
	}

}
