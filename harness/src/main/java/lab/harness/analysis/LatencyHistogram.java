package lab.harness.analysis;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A histogram of times in whole milliseconds, as JMeter counts them. Up to a minute it is
 * exact; longer times are rounded up to a step of a second, so that its size is limited.
 */
final class LatencyHistogram {

	/** Times below are exact: 65.5 s, longer than a user waits. */
	private static final long EXACT = 1 << 16;

	private static final long STEP = 1000;

	/** Longer times are counted as a day. */
	private static final long MOST = 24L * 3600 * 1000;

	private final NavigableMap<Long, Long> counts = new TreeMap<>();

	private long count;

	private long max;

	void add(long millis) {
		long rounded = (millis < EXACT) ? millis : millis + STEP - 1 - (millis - EXACT) % STEP;
		this.counts.merge(Math.min(rounded, MOST), 1L, Long::sum);
		this.count++;
		this.max = Math.max(this.max, millis);
	}

	long count() {
		return this.count;
	}

	/**
	 * The shortest time that at least this share of the requests did not exceed (nearest
	 * rank).
	 * @param share above 0, at most 1
	 */
	long percentile(double share) {
		long rank = (long) Math.ceil(share * this.count);
		long seen = 0;
		for (Map.Entry<Long, Long> time : this.counts.entrySet()) {
			seen += time.getValue();
			if (seen >= rank) {
				return (time.getKey() == MOST) ? this.max : Math.min(this.max, time.getKey());
			}
		}
		throw new IllegalStateException("no sample");
	}

	/** Requests that took at least {@code from} and less than {@code to} ms. */
	long between(long from, long to) {
		return this.counts.subMap(from, to).values().stream().mapToLong(Long::longValue).sum();
	}

	long max() {
		return this.max;
	}

}
