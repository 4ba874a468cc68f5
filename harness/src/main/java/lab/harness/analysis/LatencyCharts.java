package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import lab.harness.model.experiment.DelayDistribution;
import lab.harness.model.result.Series.Bins;
import lab.harness.model.result.Series.Latencies;
import org.jspecify.annotations.Nullable;

/**
 * Percentile curve and distribution of the latencies of a window, beside those of the
 * delays of the backend.
 */
final class LatencyCharts {

	private static final int POINTS_PER_DECADE = 20;

	private static final List<Double> NAMED = List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999);

	private static final int MOST_BINS_OF_QUICKEST = 50;

	private static final int MOST_BINS_OF_SLOWEST = 200;

	/**
	 * The bins end at this share of the requests if the slowest request took more than
	 * {@link #OUTLIER} times as long.
	 */
	private static final double SHARE_IN_BINS = 0.999;

	private static final double OUTLIER = 1.25;

	private LatencyCharts() {
	}

	static @Nullable Latencies of(LatencyHistogram latency, @Nullable DelayDistribution delays, long binMillis) {
		if (latency.count() == 0) {
			return null;
		}
		List<Double> shares = shares(latency.count());
		List<Long> millis = new ArrayList<>(
				shares.stream().limit(shares.size() - 1L).map(latency::percentile).toList());
		millis.add(latency.max());
		return new Latencies(shares, millis,
				(delays != null) ? shares.stream().map(delays::quantile).toList() : List.of(),
				bins(latency, delays, binMillis));
	}

	/**
	 * Shares that are evenly spaced on a logarithmic axis of 1 / (1 - share), as in plots
	 * of HdrHistogram. The last one, 1 - 1/n, is that of the slowest of n requests.
	 */
	private static List<Double> shares(long n) {
		double last = 1 - 1.0 / n;
		TreeSet<Double> shares = new TreeSet<>(NAMED);
		for (int i = 1; Math.pow(10, (double) i / POINTS_PER_DECADE) < n; i++) {
			// Whole decades, up to a share of 0.9999, are NAMED.
			if (i % POINTS_PER_DECADE != 0) {
				shares.add(1 - Math.pow(10, (double) -i / POINTS_PER_DECADE));
			}
		}
		List<Double> all = new ArrayList<>(shares.headSet(last));
		all.add(last);
		return all;
	}

	private static Bins bins(LatencyHistogram latency, @Nullable DelayDistribution delays, long width) {
		long mostOfThem = latency.percentile(SHARE_IN_BINS);
		long slowest = (latency.max() <= OUTLIER * mostOfThem) ? latency.max() : mostOfThem;
		List<Double> shares = new ArrayList<>();
		List<Double> knownShares = new ArrayList<>();
		long counted = 0;
		for (long from = 0; from <= slowest; from += width) {
			long count = latency.between(from, from + width);
			counted += count;
			shares.add((double) count / latency.count());
			if (delays != null) {
				knownShares.add(delays.share(from, from + width));
			}
		}
		return new Bins(width, shares, knownShares, latency.count() - counted);
	}

	/**
	 * The width of bins in ms for all runs, so that they can be compared: the smallest of
	 * 1, 2 or 5 times a power of ten that gives no run too many bins.
	 */
	static long width(List<LatencyHistogram> all) {
		List<LatencyHistogram> runs = all.stream().filter((latency) -> latency.count() > 0).toList();
		long quickest = runs.stream().mapToLong((latency) -> latency.percentile(0.99)).min().orElse(0);
		long slowest = runs.stream().mapToLong((latency) -> latency.percentile(SHARE_IN_BINS)).max().orElse(0);
		for (long power = 1;; power *= 10) {
			for (long step : new long[] { 1, 2, 5 }) {
				if (step * power * MOST_BINS_OF_QUICKEST >= quickest
						&& step * power * MOST_BINS_OF_SLOWEST >= slowest) {
					return step * power;
				}
			}
		}
	}

}
