package lab.harness.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import lab.harness.model.result.ErrorKind;
import lab.harness.model.result.Series;
import lab.harness.model.result.Series.Bins;
import lab.harness.model.result.Series.Latencies;
import lab.harness.model.result.Series.Quantity;
import lab.harness.model.result.Series.Track;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The charts of the run of {@link RunFixture}: 4 req/s of exactly 500 ms, 50 in all, the
 * window from 2 to 12 s.
 */
class SeriesTests {

	@TempDir
	private Path folder;

	private final RunFixture fixture = new RunFixture();

	@Test
	void throughputShouldCountTheSecondInWhichARequestEnded() {
		Series series = series();
		// Two end at 0.5 s, two at each half second after, the last at 12.5 s.
		assertThat(track(series, Quantity.THROUGHPUT).values()).hasSize(13).startsWith(2.0, 4.0).endsWith(4.0, 4.0);
		assertThat(track(series, Quantity.THROUGHPUT).at()).startsWith(0.0, 1.0).endsWith(12.0);
		assertThat(series.windowBegin()).isEqualTo(2);
		assertThat(series.windowEnd()).isEqualTo(12);
		assertThat(series.tracks()).containsOnlyKeys(Quantity.THROUGHPUT, Quantity.IN_FLIGHT, Quantity.THREADS,
				Quantity.RSS, Quantity.HEAP, Quantity.PAUSES, Quantity.APP_CPU, Quantity.BACKEND_CPU,
				Quantity.GENERATOR_CPU);
	}

	@Test
	void errorsShouldHaveATrackForEachCause() {
		this.fixture.row = (row) -> row.startsWith(RunFixture.T0 + ",") ? row.replace("200,OK,true", "503,Full,false")
				: row;
		Series series = series();
		assertThat(track(series, Quantity.THROUGHPUT).values()).startsWith(0.0, 4.0);
		assertThat(Objects.requireNonNull(series.errors().get(new ErrorKind("503", ""))).values()).hasSize(13)
			.startsWith(2.0, 0.0);
	}

	@Test
	void latenciesShouldHaveThoseOfTheBackendBeside() {
		Latencies latencies = Objects.requireNonNull(series().latencies());
		assertThat(latencies.millis()).containsOnly(500L);
		assertThat(latencies.shares()).isSorted().startsWith(0.0).contains(0.5, 0.9, 0.95);
		// 40 requests in the window: the slowest is share 39/40, 975 ms of 0..1000
		assertThat(latencies.shares().getLast()).isEqualTo(0.975);
		assertThat(latencies.knownMillis().getLast()).isCloseTo(975, within(1e-6));
		assertThat(latencies.knownMillis().get(latencies.shares().indexOf(0.9))).isCloseTo(900, within(1e-6));
	}

	@Test
	void binsShouldHoldEveryRequestOnce() {
		Bins bins = Objects.requireNonNull(series().latencies()).bins();
		// 500 ms in at most 50 bins
		assertThat(bins.widthMillis()).isEqualTo(10);
		assertThat(bins.shares()).hasSize(51).endsWith(1.0).startsWith(0.0);
		assertThat(bins.knownShares()).hasSize(51)
			.allSatisfy((share) -> assertThat(share).isCloseTo(0.01, within(1e-9)));
		assertThat(bins.beyond()).isZero();
	}

	@Test
	void usageShouldBeGrowthBetweenTwoSamples() {
		Series series = series();
		assertThat(track(series, Quantity.APP_CPU).at()).containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
				9.0, 10.0, 11.0, 12.0, 14.0);
		// 8, 4 and 12 ms of CPU a second; 30 threads, 300 MiB, 1 MiB of heap
		assertThat(track(series, Quantity.APP_CPU).values()).containsOnly(0.008);
		assertThat(track(series, Quantity.BACKEND_CPU).values()).containsOnly(0.004);
		assertThat(track(series, Quantity.GENERATOR_CPU).values()).containsOnly(0.012);
		assertThat(track(series, Quantity.THREADS).values()).containsOnly(30.0);
		assertThat(track(series, Quantity.RSS).values()).containsOnly(300.0);
		assertThat(track(series, Quantity.HEAP).values()).containsOnly(1.0);
		// 1 ms of pauses a second
		assertThat(track(series, Quantity.PAUSES).values()).containsOnly(1.0);
	}

	@Test
	void binsWhenOneRunIsSlowShouldStillShowTheQuickOne() {
		LatencyHistogram quick = counts(1000, 990);
		// 990 ms in 50 bins
		assertThat(LatencyCharts.width(List.of(quick))).isEqualTo(20);
		assertThat(LatencyCharts.width(List.of(quick, counts(1000, 3500)))).isEqualTo(20);
		// 9 s in 200 bins
		assertThat(LatencyCharts.width(List.of(quick, counts(1000, 9000)))).isEqualTo(50);
		assertThat(LatencyCharts.width(List.of())).isEqualTo(1);
	}

	@Test
	void binsWhenOneRequestIsFarOffShouldCountIt() {
		LatencyHistogram latency = counts(2000, 40);
		latency.add(5000);
		Latencies latencies = Objects.requireNonNull(LatencyCharts.of(latency, null, 10));
		assertThat(latencies.bins().shares()).hasSize(5);
		assertThat(latencies.bins().beyond()).isEqualTo(1);
		assertThat(latencies.bins().knownShares()).isEmpty();
		assertThat(latencies.knownMillis()).isEmpty();
	}

	private static LatencyHistogram counts(int requests, long millis) {
		LatencyHistogram counts = new LatencyHistogram();
		for (int request = 0; request < requests; request++) {
			counts.add(millis);
		}
		return counts;
	}

	private Series series() {
		return this.fixture.analyse(this.folder).series();
	}

	private static Track track(Series series, Quantity quantity) {
		return Objects.requireNonNull(series.tracks().get(quantity));
	}

}
