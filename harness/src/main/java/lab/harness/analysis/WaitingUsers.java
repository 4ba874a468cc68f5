package lab.harness.analysis;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Tells for which rows a user waited. A thread waits for one answer at a time, so of two
 * rows of a thread within each other only one counts: the request and not its redirects
 * and embedded resources, which JMeter writes after it, and not a transaction, which it
 * writes after its requests or, as their parent, before them. Without JMeter's words a
 * transaction is known by the rows within it.
 */
final class WaitingUsers {

	/** The clocks of a request and of its parts differ by a rounding. */
	private static final long ROUNDING_MILLIS = 5;

	/**
	 * A row that is so much earlier than the row before it is not in the order of time.
	 */
	private static final long BACK_MILLIS = 1000;

	/** From this share of overlapping rows on, it is not the clock of the machine. */
	private static final double MOST_OVERLAPS = 0.01;

	/** Open arrivals use a new thread for each user. */
	private static final int MOST_THREADS = 10_000;

	private static final String ALONE = ". Report the file of each JMeter alone, "
			+ "or state the users of all of them with --users.";

	private final Wait wait;

	private final Map<JtlRow.Sender, Last> last = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<JtlRow.Sender, Last> eldest) {
			return size() > MOST_THREADS;
		}

	};

	private final Map<JtlRow.Group, Disorder> disorders = new HashMap<>();

	WaitingUsers(Wait wait) {
		this.wait = wait;
	}

	/**
	 * Adds the next row of a thread.
	 * @return whether the row is a part of the request before it
	 */
	boolean add(JtlRow row, long line) {
		JtlRow.Sender sender = row.sender();
		Last before = this.last.get(sender);
		Last next = new Last(row.label(), row.start(), row.end(), row.cause().transaction());
		if (before != null) {
			if (next.isNamedPartOf(before)) {
				return true;
			}
			if (next.isSumOf(before)) {
				return false;
			}
			if (before.isSumBefore(next) || before.isNumberedPartOf(next)) {
				this.wait.add(sender.group(), before.start, before.end, -1);
			}
			else {
				this.disorders.computeIfAbsent(sender.group(), (group) -> new Disorder())
					.add(before, next, sender.thread(), line);
			}
		}
		this.last.put(sender, next);
		this.wait.add(sender.group(), next.start, next.end, 1);
		return false;
	}

	/**
	 * The reason for which the threads of a group cannot be those of one JMeter, or null.
	 */
	@Nullable String disorder(JtlRow.Group group) {
		Disorder disorder = this.disorders.get(group);
		return (disorder != null) ? disorder.reason() : null;
	}

	/** Receives the time for which a user waited, or takes it back. */
	interface Wait {

		void add(JtlRow.Group group, long start, long end, int sign);

	}

	/**
	 * The last row of a thread that counts.
	 */
	private record Last(String label, long start, long end, boolean transaction) {

		/**
		 * A transaction may end before its last request, since it may leave out timers.
		 */
		boolean isSumOf(Last before) {
			boolean holds = !before.transaction && before.start < this.end && !before.isNumberedPartOf(this)
					&& (this.start < before.start || this.start == before.start && this.end >= before.end);
			return this.start < before.end && (this.transaction ? this.start <= before.start + ROUNDING_MILLIS : holds);
		}

		boolean isSumBefore(Last next) {
			return next.start < this.end && (this.transaction ? this.start <= next.start + ROUNDING_MILLIS
					: this.start <= next.start && next.end <= this.end);
		}

		/** JMeter writes the URL of a part instead of a name if it is told so. */
		boolean isNamedPartOf(Last other) {
			return !other.transaction && (isNumberedPartOf(other) || this.label.contains("://") && isWithin(other));
		}

		/** JMeter names the parts of a request {@code label-0}, {@code label-1}. */
		boolean isNumberedPartOf(Last other) {
			return isWithin(other) && this.label.startsWith(other.label)
					&& this.label.substring(other.label.length()).matches("(-\\d+)+");
		}

		private boolean isWithin(Last other) {
			return other.start - ROUNDING_MILLIS <= this.start && this.start < other.end
					&& this.end <= other.end + ROUNDING_MILLIS;
		}

	}

	private static final class Disorder {

		private long rows;

		private long overlaps;

		private @Nullable String overlap;

		private @Nullable String back;

		void add(Last before, Last next, String thread, long line) {
			this.rows++;
			if (next.end < before.start - BACK_MILLIS && this.back == null) {
				this.back = "line " + line + " is earlier than the request of thread '" + thread
						+ "' before it: the file is not in the order of time. Report the file of each JMeter alone, "
						+ "or sort the rows by timeStamp.";
			}
			else if (Math.min(before.end, next.end) - Math.max(before.start, next.start) > ROUNDING_MILLIS) {
				this.overlaps++;
				if (this.overlap == null) {
					this.overlap = "in line " + line + " thread '" + thread
							+ "' sends while it waits: several JMeters have threads of this name" + ALONE;
				}
			}
		}

		@Nullable String reason() {
			return (this.overlaps > MOST_OVERLAPS * this.rows) ? this.overlap : this.back;
		}

	}

}
