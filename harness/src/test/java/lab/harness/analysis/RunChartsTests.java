package lab.harness.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The run of {@link RunFixture}: 4 req/s of exactly 500 ms, 50 in all, the window from 2
 * to 12 s.
 */
class RunChartsTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void throughputShouldCountTheSecondInWhichARequestEnded() throws IOException {
		RunCharts charts = charts();
		// Two end at 0.5 s, two at each half second after, the last at 12.5 s.
		assertThat(charts.throughput()).hasSize(13).startsWith(2.0, 4.0).endsWith(4.0, 4.0);
		assertThat(charts.throughput().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(50);
		assertThat(charts.stepSeconds()).isEqualTo(1);
		assertThat(charts.windowBegin()).isEqualTo(2);
		assertThat(charts.windowEnd()).isEqualTo(12);
	}

	@Test
	void throughputWhenRequestsFailShouldLeaveThemOut() throws IOException {
		this.fixture.row = (row) -> row.startsWith(RunFixture.T0 + ",") ? row.replace("200,OK,true", "503,Full,false")
				: row;
		assertThat(charts().throughput()).startsWith(0.0, 4.0);
	}

	@Test
	void latencyCurveShouldStandBesideThatOfTheBackend() throws IOException {
		List<LatencyPoint> curve = charts().latencyCurve();
		assertThat(curve).extracting(LatencyPoint::millis).containsOnly(500L);
		assertThat(curve).extracting(LatencyPoint::share).isSorted().startsWith(0.0).contains(0.5, 0.9, 0.95);
		// 40 requests in the window: the slowest is share 39/40, 975 ms of 0..1000
		assertThat(curve.getLast().share()).isEqualTo(0.975);
		assertThat(curve.getLast().knownMillis()).isCloseTo(975, within(1e-6));
		assertThat(curve).filteredOn((point) -> point.share() == 0.9)
			.singleElement()
			.satisfies((point) -> assertThat(point.knownMillis()).isCloseTo(900, within(1e-6)));
	}

	@Test
	void latencyBinsShouldHoldEveryRequestOnce() throws IOException {
		LatencyBins bins = charts().latencyBins();
		// 500 ms in at most 50 bins
		assertThat(bins.widthMillis()).isEqualTo(10);
		assertThat(bins.shares()).hasSize(51).endsWith(1.0).startsWith(0.0);
		assertThat(bins.knownShares()).hasSize(51)
			.allSatisfy((share) -> assertThat(share).isCloseTo(0.01, within(1e-9)));
		assertThat(bins.beyond()).isZero();
	}

	@Test
	void usageShouldBeThatBetweenTwoSamples() throws IOException {
		List<UsagePoint> usage = charts().usage();
		assertThat(usage).extracting(UsagePoint::second)
			.containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 14.0);
		// 8, 4 and 12 ms of CPU a second; 30 threads, 300 MiB, 1 MiB of heap
		assertThat(usage).containsOnlyOnce(new UsagePoint(5, 30, 300, 1, 0.008, 0.004, 0.012));
		assertThat(usage.getLast().appCores()).isEqualTo(0.008);
	}

	@Test
	void ofWhenNothingSucceededShouldHaveNoLatencyAndStillAnswer() throws IOException {
		this.fixture.row = (row) -> row.replace("200,OK,true", "503,Full,false");
		RunCharts charts = charts();
		assertThat(charts.latencyCurve()).isEmpty();
		assertThat(charts.latencyBins().shares()).isEmpty();
		assertThat(charts.throughput()).isEmpty();
		assertThat(charts.usage()).isNotEmpty();
	}

	private RunCharts charts() throws IOException {
		return RunCharts.of(List.of(this.fixture.facts(this.folder))).getFirst();
	}

}
