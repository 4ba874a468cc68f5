package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * A point of the latency percentile curve.
 *
 * @param share share of the requests, 0 or more and below 1
 * @param millis the time that this share did not exceed, in milliseconds
 * @param knownMillis the same of the backend's delays alone, or null where a request is
 * not one call to the backend
 */
public record LatencyPoint(double share, long millis, @Nullable Double knownMillis) {

	private static final int POINTS_PER_DECADE = 20;

	private static final List<Double> NAMED = List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999);

	/**
	 * Evenly spaced where the axis is 1 / (1 - share), as HdrHistogram draws it, up to
	 * the slowest request of all, which is share 1 - 1/n of n.
	 */
	static List<LatencyPoint> curve(LatencyCounts latency, @Nullable KnownDelay known) {
		List<LatencyPoint> points = new ArrayList<>();
		long n = latency.count();
		if (n == 0) {
			return points;
		}
		double last = 1 - 1.0 / n;
		TreeSet<Double> shares = new TreeSet<>(NAMED);
		for (int i = 1; Math.pow(10, (double) i / POINTS_PER_DECADE) < n; i++) {
			if (i % POINTS_PER_DECADE != 0) {
				shares.add(1 - Math.pow(10, (double) -i / POINTS_PER_DECADE));
			}
		}
		for (double share : shares.headSet(last)) {
			points.add(new LatencyPoint(share, latency.percentile(share), quantile(known, share)));
		}
		points.add(new LatencyPoint(last, latency.percentile(1), quantile(known, last)));
		return points;
	}

	private static @Nullable Double quantile(@Nullable KnownDelay known, double share) {
		return (known != null) ? known.quantile(share) : null;
	}

}
