package lab.harness.analysis;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts of requests in each second of a run. A long run has longer steps, so that there
 * are at most {@value #MOST_STEPS}.
 */
final class CountsOverTime {

	/** A chart can show no more. */
	static final int MOST_STEPS = 600;

	/** Time after the last request was sent beyond which only the total counts. */
	private static final long DRAIN_MILLIS = 60_000;

	private final long start;

	private final long stepMillis;

	private final int[] counts;

	private int steps;

	private long total;

	CountsOverTime(LoadSpan span) {
		this.start = span.firstSent();
		long millis = span.lastSent() - this.start + DRAIN_MILLIS;
		this.stepMillis = 1000 * Math.ceilDiv(millis, 1000L * MOST_STEPS);
		this.counts = new int[(int) Math.ceilDiv(millis, this.stepMillis)];
	}

	void add(long moment, int by) {
		this.total += by;
		long step = Math.floorDiv(moment - this.start, this.stepMillis);
		if (0 <= step && step < this.counts.length) {
			this.counts[(int) step] += by;
			this.steps = Math.max(this.steps, (int) step + 1);
		}
	}

	long total() {
		return this.total;
	}

	/** Count of a step, 0 beyond the last. */
	int count(int step) {
		return (0 <= step && step < this.counts.length) ? this.counts[step] : 0;
	}

	int steps() {
		return this.steps;
	}

	long start() {
		return this.start;
	}

	double secondsAt(long moment) {
		return (moment - this.start) / 1000.0;
	}

	int stepSeconds() {
		return (int) (this.stepMillis / 1000);
	}

	List<Double> rates() {
		return rates(this.steps);
	}

	List<Double> rates(int steps) {
		return IntStream.range(0, steps).mapToObj((step) -> (double) count(step) / stepSeconds()).toList();
	}

}
