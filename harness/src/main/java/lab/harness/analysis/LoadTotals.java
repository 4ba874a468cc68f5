package lab.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import lab.harness.model.ErrorKind;
import org.jspecify.annotations.Nullable;

/**
 * What the generator saw, summed up: the second of two passes over a JTL. Its size does
 * not grow with the file.
 */
final class LoadTotals {

	/** Kinds of errors that are counted one by one; a report of more tells nothing. */
	static final int MOST_ERROR_KINDS = 20;

	/** Stands for all kinds of a run beyond the first {@value #MOST_ERROR_KINDS}. */
	static final ErrorKind OTHER_CAUSES = ErrorKind.unanswered("other causes");

	private final LoadSpan span;

	private final Window window;

	private final long middle;

	private final long told;

	private final SecondCounts successesBySecond;

	private final SecondCounts begun;

	private final SecondCounts endedBySecond;

	private final SecondCounts millisBySecond;

	private final LatencyCounts latency = new LatencyCounts();

	private final LatencyCounts lateness = new LatencyCounts();

	private final Map<ErrorKind, Long> errorKinds = new TreeMap<>();

	private final Map<ErrorKind, SecondCounts> errorsBySecond = new TreeMap<>();

	private long sent;

	private long sentInWindow;

	private long refused;

	private long unanswered;

	private long lost;

	private long droppedAtEnd;

	private long busyMillis;

	private long ended;

	private long endedMillis;

	private long successesInFirstHalf;

	/**
	 * Begins with nothing.
	 * @param middle milliseconds since 1970 that part the window in halves
	 * @param told milliseconds since 1970 at which the app was told to end, or the
	 * greatest value
	 */
	LoadTotals(LoadSpan span, Window window, long middle, long told) {
		this.span = span;
		this.window = window;
		this.middle = middle;
		this.told = told;
		this.successesBySecond = counts();
		this.begun = counts();
		this.endedBySecond = counts();
		this.millisBySecond = counts();
	}

	private SecondCounts counts() {
		return new SecondCounts(this.span.firstSent(), this.span.lastSent());
	}

	void add(JtlRow row) {
		this.sent++;
		this.begun.add(row.start());
		this.endedBySecond.add(row.end());
		this.millisBySecond.add(row.end(), (int) Math.min(row.latency(), 1_000_000));
		this.busyMillis += this.window.overlap(row.start(), row.end());
		if (this.window.holds(row.start())) {
			this.sentInWindow++;
			if (row.late() >= 0) {
				this.lateness.add(row.late());
			}
		}
		if (row.success()) {
			this.successesBySecond.add(row.end());
		}
		else {
			failed(row);
		}
		if (!this.window.holds(row.end())) {
			return;
		}
		this.ended++;
		this.endedMillis += row.elapsed();
		if (row.success()) {
			this.latency.add(row.latency());
			if (row.end() <= this.middle) {
				this.successesInFirstHalf++;
			}
		}
	}

	private void failed(JtlRow row) {
		ErrorKind kind = row.cause().errorKind();
		if (kind.equals(JtlRow.Cause.REFUSED)) {
			this.refused++;
		}
		else if (!kind.isAnswer()) {
			this.unanswered++;
		}
		if (row.cause().isLost() && row.start() < this.told) {
			this.lost++;
		}
		else if (row.cause().isLost()) {
			this.droppedAtEnd++;
		}
		ErrorKind shown = (this.errorKinds.containsKey(kind) || this.errorKinds.size() < MOST_ERROR_KINDS) ? kind
				: OTHER_CAUSES;
		this.errorKinds.merge(shown, 1L, Long::sum);
		this.errorsBySecond.computeIfAbsent(shown, (key) -> counts()).add(row.end());
	}

	/** Requests of the whole run, ramp and drain included. */
	long sent() {
		return this.sent;
	}

	/** Requests that were sent in the window. */
	long sentInWindow() {
		return this.sentInWindow;
	}

	/**
	 * How late the requests of the window were sent; empty if the file does not have it.
	 */
	LatencyCounts lateness() {
		return this.lateness;
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
	long droppedAtEnd() {
		return this.droppedAtEnd;
	}

	/** Requests of the whole run that ended without an answer and were not refused. */
	long unanswered() {
		return this.unanswered;
	}

	/** Requests of the whole run whose connection was refused. */
	long refused() {
		return this.refused;
	}

	/** Failed requests of the whole run. */
	long errors() {
		return this.errorKinds.values().stream().mapToLong(Long::longValue).sum();
	}

	/** Failed requests of the whole run by cause. */
	Map<ErrorKind, Long> errorKinds() {
		return this.errorKinds;
	}

	/** Requests that ended in the window, successful or not. */
	long ended() {
		return this.ended;
	}

	/** The same a second. */
	double endedPerSecond() {
		return this.ended / this.window.seconds();
	}

	/** Mean time of the requests that ended in the window, in seconds. */
	double meanSeconds() {
		return (this.ended == 0) ? 0 : this.endedMillis / 1000.0 / this.ended;
	}

	/** Successful requests that ended in the window, over the window; a second. */
	double throughput() {
		return successesInWindow() / this.window.seconds();
	}

	/** Only these have a latency that counts. */
	private double successesInWindow() {
		return this.latency.count();
	}

	double throughputOfFirstHalf() {
		return this.successesInFirstHalf * 1000.0 / (this.middle - this.window.begin());
	}

	double throughputOfSecondHalf() {
		return (this.latency.count() - this.successesInFirstHalf) * 1000.0 / (this.window.end() - this.middle);
	}

	/**
	 * Four standard errors of the ratio of the halves, as far as chance alone moves the
	 * number of requests in each: that of a Poisson process, which a workload with think
	 * time comes near and a closed one stays below.
	 */
	double chanceOfHalves() {
		return 4 * Math.sqrt(1.0 / Math.max(1, this.successesInFirstHalf)
				+ 1.0 / Math.max(1, this.latency.count() - this.successesInFirstHalf));
	}

	LatencyCounts latency() {
		return this.latency;
	}

	Window window() {
		return this.window;
	}

	/** Successful requests of the whole run by the second in which they ended. */
	SecondCounts successes() {
		return this.successesBySecond;
	}

	/** Successful requests a second in each step in the whole of which some were sent. */
	List<Double> wholeRates() {
		List<Double> rates = this.successesBySecond.rates();
		int whole = (int) ((this.span.lastSent() - this.span.firstSent()) / 1000
				/ this.successesBySecond.stepSeconds());
		return rates.subList(0, Math.min(rates.size(), whole));
	}

	/** Failed requests a second in each step, by cause. */
	Map<ErrorKind, List<Double>> errorRates() {
		Map<ErrorKind, List<Double>> rates = new TreeMap<>();
		this.errorsBySecond.forEach((kind, counts) -> {
			List<Double> column = new ArrayList<>(counts.rates());
			while (column.size() < this.endedBySecond.steps()) {
				column.add(0.0);
			}
			rates.put(kind, column);
		});
		return rates;
	}

	/**
	 * Mean time in milliseconds of the requests that ended in each step, failed or not;
	 * null where none did.
	 */
	List<@Nullable Double> meanMillis() {
		List<@Nullable Double> means = new ArrayList<>();
		for (int step = 0; step < this.endedBySecond.steps(); step++) {
			int count = this.endedBySecond.count(step);
			means.add((count > 0) ? (Double) ((double) this.millisBySecond.count(step) / count) : null);
		}
		return means;
	}

	/** Requests on their way at the end of each step. */
	List<@Nullable Double> inFlight() {
		List<@Nullable Double> inFlight = new ArrayList<>();
		double now = 0;
		for (int step = 0; step < this.endedBySecond.steps(); step++) {
			now += this.begun.count(step) - this.endedBySecond.count(step);
			inFlight.add(now);
		}
		return inFlight;
	}

}
