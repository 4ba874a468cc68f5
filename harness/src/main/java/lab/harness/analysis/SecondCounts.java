package lab.harness.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many requests ended in each second of a run. However long the run, there are at
 * most {@value #MOST} steps; each is then several seconds long.
 */
final class SecondCounts {

	/** As many as a chart can show. */
	static final int MOST = 600;

	/**
	 * What ends longer after the last request was sent is not drawn; it is in the totals.
	 */
	private static final long DRAIN_MILLIS = 60_000;

	private final long start;

	private final long stepMillis;

	private final int[] counts;

	private int last = -1;

	/**
	 * Begins with nothing.
	 * @param start milliseconds since 1970 at which the first request was sent
	 * @param lastSent milliseconds since 1970 at which the last request was sent
	 */
	SecondCounts(long start, long lastSent) {
		this.start = start;
		long millis = lastSent - start + DRAIN_MILLIS;
		this.stepMillis = 1000 * Math.ceilDiv(millis, 1000L * MOST);
		this.counts = new int[(int) Math.ceilDiv(millis, this.stepMillis)];
	}

	void add(long moment) {
		add(moment, 1);
	}

	/** Adds to the step of a moment. */
	void add(long moment, int by) {
		long step = Math.floorDiv(moment - this.start, this.stepMillis);
		if (0 <= step && step < this.counts.length) {
			this.counts[(int) step] += by;
			this.last = Math.max(this.last, (int) step);
		}
	}

	/** What was added in a step, 0 beyond the last. */
	int count(int step) {
		return (0 <= step && step < this.counts.length) ? this.counts[step] : 0;
	}

	/** Steps up to the last to which anything was added. */
	int steps() {
		return this.last + 1;
	}

	/** Milliseconds since 1970 at which the first request was sent. */
	long start() {
		return this.start;
	}

	/** Seconds from the start of the load. */
	double secondsAt(long moment) {
		return (moment - this.start) / 1000.0;
	}

	/** Length of a step in whole seconds. */
	int stepSeconds() {
		return (int) (this.stepMillis / 1000);
	}

	/** Requests a second in each step, up to the last in which one ended. */
	List<Double> rates() {
		List<Double> rates = new ArrayList<>();
		Arrays.stream(this.counts, 0, this.last + 1).forEach((count) -> rates.add((double) count / stepSeconds()));
		return rates;
	}

}
