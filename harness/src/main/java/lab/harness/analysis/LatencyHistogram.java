package lab.harness.analysis;

import java.util.Arrays;

/**
 * A histogram of times in whole milliseconds, as JMeter counts them. Up to a minute it is
 * exact; longer times are counted in steps of a second, so that it never exceeds 1.2 MB.
 */
final class LatencyHistogram {

	/** Times below are exact: 65.5 s, longer than a user waits. */
	static final int EXACT = 1 << 16;

	/** Longer times are counted as a day. */
	private static final long MOST = 24L * 3600 * 1000;

	private static final long STEP = 1000;

	private static final int PLACES = place(MOST) + 1;

	private long[] counts = new long[1024];

	private long count;

	private long sum;

	private long max;

	/**
	 * Counts a request.
	 * @param millis its time, 0 or more
	 */
	void add(long millis) {
		int place = place(Math.min(millis, MOST));
		if (place >= this.counts.length) {
			this.counts = Arrays.copyOf(this.counts, Math.max(place + 1, Math.min(PLACES, 2 * this.counts.length)));
		}
		this.counts[place]++;
		this.count++;
		this.sum += millis;
		this.max = Math.max(this.max, millis);
	}

	private static int place(long millis) {
		return (int) ((millis < EXACT) ? millis : EXACT + (millis - EXACT) / STEP);
	}

	private static long longestMillis(int place) {
		return (place < EXACT) ? place : EXACT + (place - EXACT + 1) * STEP - 1;
	}

	long count() {
		return this.count;
	}

	/** Mean in milliseconds; 0 without a sample. */
	double mean() {
		return (this.count == 0) ? 0 : (double) this.sum / this.count;
	}

	/**
	 * The shortest time that at least this share of the requests did not exceed (nearest
	 * rank).
	 * @param share above 0, at most 1
	 */
	long percentile(double share) {
		long rank = (long) Math.ceil(share * this.count);
		long seen = 0;
		for (int place = 0; place < this.counts.length; place++) {
			seen += this.counts[place];
			if (this.counts[place] > 0 && seen >= rank) {
				return (place == PLACES - 1) ? this.max : Math.min(this.max, longestMillis(place));
			}
		}
		throw new IllegalStateException("no sample");
	}

	/** Requests that took at least {@code from} and less than {@code to} ms. */
	long between(long from, long to) {
		long sum = 0;
		for (int place = place(Math.min(from, MOST)); place < this.counts.length
				&& longestMillis(place) < to; place++) {
			sum += this.counts[place];
		}
		return sum;
	}

	/** The longest time, 0 without a sample. */
	long max() {
		return this.max;
	}

}
