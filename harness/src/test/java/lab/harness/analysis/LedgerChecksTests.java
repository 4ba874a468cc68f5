package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import lab.harness.model.Check;
import lab.harness.model.CheckKind;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.harness.model.Sample;
import lab.wire.AppLedger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.MIB;
import static lab.harness.analysis.RunFixture.T0;
import static lab.harness.analysis.RunFixture.check;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an app gives back when the load is over.
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

	private static Sample guarded(Sample sample, int free, long leased) {
		return RunFixture.with(sample,
				Map.of("guard", new AppLedger.Guard("closed", 150, free), "backendConnectionsLeased", leased));
	}

}
