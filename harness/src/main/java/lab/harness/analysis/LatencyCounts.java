package lab.harness.analysis;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * How many requests took how many milliseconds. JMeter counts whole milliseconds, so this
 * holds every sample exactly, in memory that does not grow with their number.
 */
final class LatencyCounts {

	private final TreeMap<Long, long[]> counts = new TreeMap<>();

	private long count;

	private long sum;

	void add(long millis) {
		this.counts.computeIfAbsent(millis, (key) -> new long[1])[0]++;
		this.count++;
		this.sum += millis;
	}

	long count() {
		return this.count;
	}

	/** Mean in milliseconds; 0 without a sample. */
	double mean() {
		return (this.count == 0) ? 0 : (double) this.sum / this.count;
	}

	/**
	 * The smallest time that at least this share of the requests did not exceed (nearest
	 * rank).
	 * @param share above 0, at most 1
	 */
	long percentile(double share) {
		long rank = (long) Math.ceil(share * this.count);
		long seen = 0;
		for (Map.Entry<Long, long[]> entry : this.counts.entrySet()) {
			seen += entry.getValue()[0];
			if (seen >= rank) {
				return entry.getKey();
			}
		}
		throw new IllegalStateException("no sample");
	}

	/** Requests that took at least {@code from} and less than {@code to} ms. */
	long between(long from, long to) {
		return this.counts.subMap(from, to).values().stream().mapToLong((count) -> count[0]).sum();
	}

	@Nullable LatencySummary summary() {
		return (this.count == 0) ? null
				: new LatencySummary(mean(), percentile(0.5), percentile(0.9), percentile(0.99), this.counts.lastKey());
	}

}
