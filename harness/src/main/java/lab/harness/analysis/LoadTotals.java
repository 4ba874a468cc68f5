package lab.harness.analysis;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the generator saw, summed up: the second of two passes over a JTL.
 */
final class LoadTotals {

	private final Window window;

	private final long middle;

	private final SecondCounts successes;

	private final LatencyCounts latency = new LatencyCounts();

	private final LoadStory story;

	private final long told;

	private final Map<String, Long> errorKinds = new TreeMap<>();

	private long sent;

	private long sentInWindow;

	private long lost;

	private long turnedAway;

	private long busyMillis;

	private long ended;

	private long endedMillis;

	private long successesInFirstHalf;

	/**
	 * Begins with nothing.
	 * @param span from when to when the load was sent
	 * @param middle milliseconds since 1970 that part the window in halves
	 */
	LoadTotals(LoadSpan span, Window window, long middle) {
		this(span, window, middle, Long.MAX_VALUE);
	}

	/**
	 * The same of an app that is told to end on the way.
	 * @param told milliseconds since 1970 at which it is
	 */
	LoadTotals(LoadSpan span, Window window, long middle, long told) {
		this.told = told;
		this.successes = new SecondCounts(span.firstSent(), span.lastSent());
		this.story = new LoadStory(span);
		this.window = window;
		this.middle = middle;
	}

	void add(JtlRow row) {
		this.sent++;
		this.story.add(row);
		this.busyMillis += Math.max(0,
				Math.min(row.end(), this.window.end()) - Math.max(row.start(), this.window.begin()));
		if (this.window.holds(row.start())) {
			this.sentInWindow++;
		}
		if (!row.success()) {
			failed(row);
		}
		else {
			this.successes.add(row.end());
		}
		if (!this.window.holds(row.end())) {
			return;
		}
		this.ended++;
		this.endedMillis += row.elapsed();
		if (row.success()) {
			this.latency.add(row.elapsed());
			if (row.end() <= this.middle) {
				this.successesInFirstHalf++;
			}
		}
	}

	/** Requests of the whole run, ramp and drain included. */
	long sent() {
		return this.sent;
	}

	private void failed(JtlRow row) {
		String kind = ErrorKind.of(row);
		this.errorKinds.merge(kind, 1L, Long::sum);
		if (ErrorKind.isLost(kind) && row.start() < this.told) {
			this.lost++;
		}
		else if (ErrorKind.isLost(kind)) {
			this.turnedAway++;
		}
	}

	/** Requests that were sent in the window. */
	long sentInWindow() {
		return this.sentInWindow;
	}

	/**
	 * Mean requests on their way in the window: the integral of their number over time,
	 * over that time. What began before the window or ended after it counts with its part
	 * of it.
	 */
	double meanInFlight() {
		return this.busyMillis / 1000.0 / this.window.seconds();
	}

	/** Requests of the whole run that the app took and did not answer. */
	long lost() {
		return this.lost;
	}

	/**
	 * Requests that were sent to an app that had been told to end, and dropped without an
	 * answer.
	 */
	long turnedAway() {
		return this.turnedAway;
	}

	/** Requests of the whole run that ended without an answer and were not refused. */
	long unanswered() {
		return this.errorKinds.entrySet()
			.stream()
			.filter((entry) -> !ErrorKind.isAnswer(entry.getKey()) && !entry.getKey().equals(ErrorKind.REFUSED))
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

	LoadStory story() {
		return this.story;
	}

	/** Requests of the whole run that found nobody listening. */
	long refused() {
		return this.errorKinds.getOrDefault(ErrorKind.REFUSED, 0L);
	}

	/** Failed requests of the whole run. */
	long errors() {
		return this.errorKinds.values().stream().mapToLong(Long::longValue).sum();
	}

	Map<String, Long> errorKinds() {
		return this.errorKinds;
	}

	/** Requests that ended in the window, successful or not. */
	long ended() {
		return this.ended;
	}

	/** Mean time of the requests that ended in the window, in seconds. */
	double meanSeconds() {
		return (this.ended == 0) ? 0 : this.endedMillis / 1000.0 / this.ended;
	}

	/** Successful requests a second. */
	double throughput() {
		return this.latency.count() / this.window.seconds();
	}

	double throughputOfFirstHalf() {
		return this.successesInFirstHalf * 1000.0 / (this.middle - this.window.begin());
	}

	double throughputOfSecondHalf() {
		return (this.latency.count() - this.successesInFirstHalf) * 1000.0 / (this.window.end() - this.middle);
	}

	/** Successful requests of the whole run by the second in which they ended. */
	SecondCounts successes() {
		return this.successes;
	}

	LatencyCounts latency() {
		return this.latency;
	}

	Window window() {
		return this.window;
	}

}
