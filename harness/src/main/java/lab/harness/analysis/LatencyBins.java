package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The distribution of the latencies: bin k counts from k times the width to below k + 1
 * times it.
 *
 * @param widthMillis width of a bin
 * @param shares share of the requests in each bin
 * @param knownShares the same of the backend's delays alone, or null where a request is
 * not one call to the backend
 * @param beyond requests slower than the last bin
 */
public record LatencyBins(long widthMillis, List<Double> shares, @Nullable List<Double> knownShares, long beyond) {

	private static final int BINS_OF_QUICKEST = 50;

	private static final int BINS_OF_SLOWEST = 200;

	/** A slowest one in a thousand that is far from the others would squeeze them. */
	private static final double DRAWN = 0.999;

	private static final double FAR = 1.25;

	static LatencyBins of(LatencyCounts latency, @Nullable KnownDelay known, long width) {
		long n = latency.count();
		int bins = (n == 0) ? 0 : (int) (slowest(latency) / width) + 1;
		List<Double> shares = new ArrayList<>();
		List<Double> knownShares = new ArrayList<>();
		long drawn = 0;
		for (int bin = 0; bin < bins; bin++) {
			long count = latency.between(bin * width, (bin + 1) * width);
			drawn += count;
			shares.add((double) count / n);
			if (known != null) {
				knownShares.add(known.share(bin * width, (bin + 1) * width));
			}
		}
		return new LatencyBins(width, shares, (known != null) ? knownShares : null, n - drawn);
	}

	/** The slowest that is drawn. */
	private static long slowest(LatencyCounts latency) {
		long drawn = latency.percentile(DRAWN);
		long max = latency.percentile(1);
		return (max <= FAR * drawn) ? max : drawn;
	}

	/**
	 * One width for all runs, so that they can be compared: the least of 1, 2 or 5 times
	 * a power of ten that gives no run too many bins.
	 */
	static long width(List<LatencyCounts> all) {
		List<LatencyCounts> runs = all.stream().filter((latency) -> latency.count() > 0).toList();
		long quickest = runs.stream().mapToLong((latency) -> latency.percentile(0.99)).min().orElse(0);
		long slowest = runs.stream().mapToLong((latency) -> latency.percentile(DRAWN)).max().orElse(0);
		for (long power = 1;; power *= 10) {
			for (long step : new long[] { 1, 2, 5 }) {
				if (step * power * BINS_OF_QUICKEST >= quickest && step * power * BINS_OF_SLOWEST >= slowest) {
					return step * power;
				}
			}
		}
	}

}
