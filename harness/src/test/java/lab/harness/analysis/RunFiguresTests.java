package lab.harness.analysis;

import java.nio.file.Path;
import java.util.Map;

import lab.harness.model.Behaviour.Limit;
import lab.harness.model.Metric;
import lab.harness.model.Outcome;
import lab.wire.AppLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static lab.harness.analysis.RunFixture.MIB;
import static lab.harness.analysis.RunFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Figures that have no test beside a check.
 */
class RunFiguresTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void ofShouldHaveLatenciesAndRequestThreads() {
		this.fixture.requestThreads = 200;
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.LATENCY_P90)).isEqualTo(500);
		assertThat(outcome.value(Metric.LATENCY_MAX)).isEqualTo(500);
		assertThat(outcome.value(Metric.REQUEST_THREADS)).isEqualTo(200);
	}

	@Test
	void ofWhenArrivalsAreOpenShouldHaveCallsRetriesAndLeaks() {
		this.fixture.rate = 4;
		this.fixture.sample = (sample) -> (sample.at() <= T0 + 12_000) ? sample : RunFixture.with(sample,
				Map.of("backendAttempts", 100, "backendRetries", 3, "guard", new AppLedger.Guard("closed", 150, 149)));
		Outcome outcome = this.fixture.analyse(this.folder);
		// 100 calls for 50 requests
		assertThat(outcome.value(Metric.CALLS_PER_REQUEST)).isEqualTo(2);
		assertThat(outcome.value(Metric.RETRIES)).isEqualTo(3);
		assertThat(outcome.value(Metric.PERMITS_LEAKED)).isEqualTo(1);
	}

	@Test
	void ofWhenFaultsArePlannedShouldHaveMemoryBeforeDuringAndAfter() {
		this.fixture.faults = RunFixture.hang(5000, 7000);
		this.fixture.sample = (sample) -> {
			long mib = (sample.at() <= T0 + 5000) ? 300 : (sample.at() <= T0 + 12_000) ? 500 : 400;
			return RunFixture.with(sample, Map.of("rssBytes", mib * MIB));
		};
		Outcome outcome = this.fixture.analyse(this.folder);
		assertThat(outcome.value(Metric.RSS_BEFORE)).isEqualTo(300);
		assertThat(outcome.value(Metric.RSS_DURING)).isEqualTo(500);
		assertThat(outcome.value(Metric.RSS_AFTER)).isEqualTo(400);
	}

	@Test
	void limitedByShouldBeArrivalsOrTheSmallestLimit() {
		this.fixture.rate = 4;
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy()).isEqualTo(Limit.ARRIVALS);
		this.fixture.rate = null;
		this.fixture.path = "/guarded";
		this.fixture.users = 151;
		assertThat(this.fixture.analyse(this.folder).behaviour().limitedBy()).isEqualTo(Limit.BULKHEAD);
	}

}
