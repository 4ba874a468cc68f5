package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The times in which requests were in progress, in any order of the rows, to find the gap
 * between two runs in one file. Its size is limited.
 */
final class BusyTimes {

	/** A shorter silence is no gap: JMeter takes longer to start. */
	private static final long LEAST_MILLIS = 2000;

	/** A gap of which the number of users does not tell that a second run follows. */
	private static final long LONG_MILLIS = 10_000;

	/** A gap between random arrivals is so many mean distances once in 10^8. */
	private static final int USUAL_DISTANCES = 20;

	/** The rest of a load, whose users leave one by one, has fewer of the rows. */
	private static final double LEAST_ROWS = 0.01;

	/** So many silences alike are bursts, as of a timer that collects users. */
	private static final int BURSTS = 5;

	private static final int MOST_SPANS = 1000;

	private final NavigableMap<Long, Span> spans = new TreeMap<>();

	private long tolerance = LEAST_MILLIS;

	private long rows;

	void add(JtlRow row, long line) {
		this.rows++;
		add(new Span(row.start(), row.end(), line, 1, row.users(), row.users()));
		if (this.spans.size() > MOST_SPANS) {
			this.tolerance *= 2;
			List<Span> all = List.copyOf(this.spans.values());
			this.spans.clear();
			all.forEach(this::add);
		}
	}

	private void add(Span span) {
		Span sum = span;
		Map.Entry<Long, Span> near = this.spans.floorEntry(sum.end + this.tolerance);
		while (near != null && near.getValue().end >= sum.start - this.tolerance) {
			this.spans.remove(near.getKey());
			sum = sum.plus(near.getValue());
			near = this.spans.floorEntry(sum.end + this.tolerance);
		}
		this.spans.put(sum.start, sum);
	}

	/** The longest gap in the window or between two runs, or null. */
	@Nullable Gap gap(Window window) {
		List<Span> all = new ArrayList<>(this.spans.values());
		Gap longest = null;
		long rowsBefore = 0;
		for (int i = 1; i < all.size(); i++) {
			Span before = all.get(i - 1);
			Span after = all.get(i);
			rowsBefore += before.rows;
			Gap gap = new Gap(before.end, after.start, Math.max(before.line, after.line),
					after.startsAnewAfter(before));
			boolean counts = Math.min(rowsBefore, this.rows - rowsBefore) >= LEAST_ROWS * this.rows
					|| window.overlap(gap.from, gap.until) >= LEAST_MILLIS;
			if (counts && (gap.anew || gap.millis() >= LONG_MILLIS)
					&& (longest == null || gap.millis() > longest.millis())) {
				longest = gap;
			}
		}
		if (longest == null) {
			return null;
		}
		double usual = (double) (all.getLast().end - all.getFirst().start - longest.millis()) / this.rows;
		return (longest.millis() < USUAL_DISTANCES * usual || !longest.anew && inBursts(all, longest)) ? null : longest;
	}

	private static boolean inBursts(List<Span> all, Gap longest) {
		int alike = 0;
		for (int i = 1; i < all.size(); i++) {
			alike += (all.get(i).start - all.get(i - 1).end > longest.millis() / 2) ? 1 : 0;
		}
		return alike >= BURSTS;
	}

	/**
	 * A time without a request.
	 *
	 * @param from milliseconds since 1970
	 * @param line the first line of the part that stands after the other in the file
	 * @param anew whether the users came anew after it, as at the beginning of a run
	 */
	record Gap(long from, long until, long line, boolean anew) {

		long millis() {
			return this.until - this.from;
		}

	}

	/**
	 * A time in which requests were in progress.
	 *
	 * @param line the first of its lines
	 * @param firstUsers the users at its first request, 0 if the file does not have it
	 */
	private record Span(long start, long end, long line, long rows, int firstUsers, int mostUsers) {

		Span plus(Span other) {
			return new Span(Math.min(this.start, other.start), Math.max(this.end, other.end),
					Math.min(this.line, other.line), this.rows + other.rows,
					(this.start <= other.start) ? this.firstUsers : other.firstUsers,
					Math.max(this.mostUsers, other.mostUsers));
		}

		boolean startsAnewAfter(Span before) {
			return this.firstUsers < this.mostUsers && this.firstUsers < before.mostUsers
					&& 2 * this.mostUsers >= before.mostUsers;
		}

	}

}
