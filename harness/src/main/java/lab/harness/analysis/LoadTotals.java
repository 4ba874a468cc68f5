package lab.harness.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import lab.harness.analysis.JtlRow.Cause;
import lab.harness.model.result.ErrorKind;
import org.jspecify.annotations.Nullable;

/**
 * Totals of the samples of a load, counted in the second of two passes over a JTL. Its
 * size does not grow with the file. A request is in the window if it ended there. Counts
 * of failures are those of the whole run, ramp and drain included.
 */
final class LoadTotals {

	/** Kinds of errors that are counted one by one; a report of more is unreadable. */
	static final int MOST_ERROR_KINDS = 20;

	/** Stands for all kinds of a run beyond the first {@value #MOST_ERROR_KINDS}. */
	static final ErrorKind OTHER_CAUSES = ErrorKind.unanswered("other causes");

	/** The most of the end of the window, which shows whether a service still answers. */
	private static final double LAST_MILLIS = 10_000;

	/** Below this share of answers in time clients gave up. */
	private static final double IN_TIME = 0.95;

	/** A throughput that falls by less than a tenth has a mean. */
	private static final double FALLEN = 0.9;

	/** Standard deviations of a count that chance alone hardly reaches. */
	private static final int SURELY = 4;

	private static final int MOST_MILLIS_DRAWN = 1_000_000;

	private final LoadSpan span;

	private final Window window;

	private final long middle;

	private final long terminatedAt;

	private final long thinkMillis;

	private final CountsOverTime successes;

	private final CountsOverTime begun;

	private final CountsOverTime endedOverTime;

	private final CountsOverTime millis;

	private final Map<ErrorKind, CountsOverTime> errors = new HashMap<>();

	private final LatencyHistogram latency = new LatencyHistogram();

	private final LatencyHistogram lateness = new LatencyHistogram();

	private long sentInWindow;

	private long due;

	private long dueInTime;

	private long ended;

	private long lastSuccess = Long.MIN_VALUE;

	private long successesAtLast;

	private long refused;

	private long unanswered;

	private long lost;

	private long droppedAtEnd;

	private long inFlightMillis;

	private long thinkingMillis;

	private long successesInWindow;

	private long successMillis;

	private long successesInFirstHalf;

	/**
	 * Creates empty totals.
	 * @param middle milliseconds since 1970 that divide the window into halves
	 * @param terminatedAt milliseconds since 1970 at which the app got SIGTERM, or
	 * {@code Long.MAX_VALUE}
	 * @param thinkMillis time from an answer to the next request of the same user
	 */
	LoadTotals(LoadSpan span, Window window, long middle, long terminatedAt, long thinkMillis) {
		this.span = span;
		this.window = window;
		this.middle = middle;
		this.terminatedAt = terminatedAt;
		this.thinkMillis = thinkMillis;
		this.successes = new CountsOverTime(span);
		this.begun = new CountsOverTime(span);
		this.endedOverTime = new CountsOverTime(span);
		this.millis = new CountsOverTime(span);
	}

	void add(JtlRow row) {
		this.begun.add(row.start(), 1);
		this.endedOverTime.add(row.end(), 1);
		this.millis.add(row.end(), (int) Math.min(row.latency(), MOST_MILLIS_DRAWN));
		this.inFlightMillis += this.window.overlap(row.start(), row.end());
		this.thinkingMillis += this.window.overlap(row.end(), row.end() + this.thinkMillis);
		if (this.window.holds(row.start())) {
			this.sentInWindow++;
			if (row.late() >= 0) {
				this.lateness.add(row.late());
			}
		}
		if (row.success()) {
			this.successes.add(row.end(), 1);
			this.lastSuccess = Math.max(this.lastSuccess, row.end());
		}
		else {
			addError(row);
		}
		if (row.late() >= 0 && row.start() - row.late() > this.window.begin()) {
			this.due++;
			this.dueInTime += row.success() ? 1 : 0;
			if (this.window.holds(row.start() - row.late())) {
				this.latency.add(row.latency());
			}
		}
		if (!this.window.holds(row.end())) {
			return;
		}
		this.ended++;
		if (row.late() < 0) {
			this.latency.add(row.latency());
		}
		if (row.success()) {
			this.successesInWindow++;
			this.successesAtLast += (row.end() > this.window.end() - lastMillis()) ? 1 : 0;
			this.successMillis += row.latency();
			if (row.end() <= this.middle) {
				this.successesInFirstHalf++;
			}
		}
	}

	private void addError(JtlRow row) {
		ErrorKind kind = row.cause().errorKind();
		if (kind.equals(Cause.REFUSED)) {
			this.refused++;
		}
		else if (!kind.isAnswer()) {
			this.unanswered++;
		}
		if (!kind.isAnswer() && !Cause.NEVER_CONNECTED.contains(kind)) {
			if (row.start() < this.terminatedAt) {
				this.lost++;
			}
			else {
				this.droppedAtEnd++;
			}
		}
		boolean counted = this.errors.containsKey(kind) || this.errors.size() < MOST_ERROR_KINDS;
		this.errors.computeIfAbsent(counted ? kind : OTHER_CAUSES, (any) -> new CountsOverTime(this.span))
			.add(row.end(), 1);
	}

	long sent() {
		return this.span.rows();
	}

	long sentInWindow() {
		return this.sentInWindow;
	}

	/**
	 * Lateness of the requests sent in the window; empty if the file does not have it.
	 */
	LatencyHistogram lateness() {
		return this.lateness;
	}

	/**
	 * Mean requests in flight in the window: the integral of their number over time, over
	 * the time. A request over an edge counts with its part in the window.
	 */
	double meanInFlight() {
		return this.inFlightMillis / 1000.0 / this.window.seconds();
	}

	/** Mean users in the window who think, integrated in the same way. */
	double meanThinking() {
		return this.thinkingMillis / 1000.0 / this.window.seconds();
	}

	/**
	 * Requests of the whole run without an answer that, as far as their clients can tell,
	 * the app accepted; without those sent after SIGTERM.
	 */
	long lost() {
		return this.lost;
	}

	/** Requests sent after SIGTERM that the app accepted and dropped. */
	long droppedAtEnd() {
		return this.droppedAtEnd;
	}

	/** Requests of the whole run that ended without an answer and were not refused. */
	long unanswered() {
		return this.unanswered;
	}

	long refused() {
		return this.refused;
	}

	long errors() {
		return this.errors.values().stream().mapToLong(CountsOverTime::total).sum();
	}

	Map<ErrorKind, Long> errorKinds() {
		Map<ErrorKind, Long> kinds = new TreeMap<>();
		this.errors.forEach((kind, counts) -> kinds.put(kind, counts.total()));
		return kinds;
	}

	/** Requests that ended in the window, successful or not. */
	long ended() {
		return this.ended;
	}

	/**
	 * The share of the open arrivals whose clients got a successful answer, or null if
	 * there is none. Those due before the window are left out, and those due after the
	 * end of an app are not.
	 */
	@Nullable Double inTime() {
		return (this.due == 0) ? null : (Double) ((double) this.dueInTime / this.due);
	}

	/** Seconds from the first request to the last successful answer, null without one. */
	@Nullable Double lastInTime() {
		return (this.lastSuccess == Long.MIN_VALUE) ? null
				: (Double) ((this.lastSuccess - this.span.firstSent()) / 1000.0);
	}

	/** Successful requests a second that ended in the last 10 s of the window. */
	double lastThroughput() {
		return this.successesAtLast * 1000.0 / lastMillis();
	}

	/**
	 * At most a third of the window, so that it can be compared with what came before.
	 */
	private double lastMillis() {
		return Math.min(LAST_MILLIS, (this.window.end() - this.window.begin()) / 3.0);
	}

	/**
	 * Whether more and more clients of an open workload gave up, so that a mean rate
	 * would be that of the length of the run. Answers that take longer than the last part
	 * of the window can come in bursts, so they show nothing.
	 */
	boolean hasCollapsed() {
		Double inTime = inTime();
		double last = lastMillis();
		if (inTime == null || inTime >= IN_TIME || this.successMillis > last * this.successesInWindow) {
			return false;
		}
		double share = last / (this.window.end() - this.window.begin() - last);
		double steady = share * (this.successesInWindow - this.successesAtLast);
		double deviation = Math.sqrt(this.successesAtLast + share * steady);
		return this.successesAtLast < FALLEN * steady && steady - this.successesAtLast > SURELY * deviation;
	}

	double endedPerSecond() {
		return ended() / this.window.seconds();
	}

	/**
	 * Seconds from the first request to the first step of a second or more in which so
	 * many requests a second succeeded, or null if there was none.
	 */
	@Nullable Integer secondsUntil(double throughput) {
		List<Double> rates = this.successes.rates();
		return IntStream.range(0, rates.size())
			.filter((step) -> rates.get(step) >= throughput)
			.mapToObj((step) -> step * this.successes.stepSeconds())
			.findFirst()
			.orElse(null);
	}

	/** Successful requests that ended in the window, a second. */
	double throughput() {
		return this.successesInWindow / this.window.seconds();
	}

	/**
	 * Mean latency of the successful requests in milliseconds; null without one. Times
	 * the throughput it is the number of them in flight, by Little's law.
	 */
	@Nullable Double meanLatency() {
		return (this.successesInWindow == 0) ? null : (Double) ((double) this.successMillis / this.successesInWindow);
	}

	double ratioOfHalves() {
		double first = this.successesInFirstHalf * 1000.0 / (this.middle - this.window.begin());
		double second = (this.successesInWindow - this.successesInFirstHalf) * 1000.0
				/ (this.window.end() - this.middle);
		return second / first;
	}

	/**
	 * Four standard errors of the ratio of the halves if the requests are a Poisson
	 * process: think time comes near to one, and a closed loop varies less.
	 */
	double noiseOfHalves() {
		return 4 * Math.sqrt(1.0 / Math.max(1, this.successesInFirstHalf)
				+ 1.0 / Math.max(1, this.successesInWindow - this.successesInFirstHalf));
	}

	/**
	 * Latency of the requests that ended in the window, or of the open arrivals that were
	 * due there: those that end late would be missing. A failed request counts with the
	 * time that its user waited: without the users who gave up, a tail is that of the
	 * survivors.
	 */
	LatencyHistogram latency() {
		return this.latency;
	}

	Window window() {
		return this.window;
	}

	/** Successful requests of the whole run by the time at which they ended. */
	CountsOverTime successes() {
		return this.successes;
	}

	/** Successful requests a second, without a last step in which sending stopped. */
	List<Double> wholeRates() {
		List<Double> rates = this.successes.rates();
		int whole = (int) ((this.span.lastSent() - this.span.firstSent()) / 1000 / this.successes.stepSeconds());
		return rates.subList(0, Math.min(rates.size(), whole));
	}

	/** Requests sent a second, in as many steps as {@link #wholeRates}. */
	List<Double> sentRates() {
		return this.begun.rates(wholeRates().size());
	}

	Map<ErrorKind, List<Double>> errorRates() {
		Map<ErrorKind, List<Double>> rates = new TreeMap<>();
		this.errors.forEach((kind, counts) -> rates.put(kind, counts.rates(this.endedOverTime.steps())));
		return rates;
	}

	/**
	 * Mean time in milliseconds of the requests that ended in each step, failed or not;
	 * null if none did.
	 */
	List<@Nullable Double> meanMillis() {
		List<@Nullable Double> means = new ArrayList<>();
		for (int step = 0; step < this.endedOverTime.steps(); step++) {
			int count = this.endedOverTime.count(step);
			means.add((count > 0) ? (Double) ((double) this.millis.count(step) / count) : null);
		}
		return means;
	}

	List<Double> inFlight() {
		List<Double> inFlight = new ArrayList<>();
		double now = 0;
		for (int step = 0; step < this.endedOverTime.steps(); step++) {
			now += this.begun.count(step) - this.endedOverTime.count(step);
			inFlight.add(now);
		}
		return inFlight;
	}

}
