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

	private final Map<String, Long> errorKinds = new TreeMap<>();

	private long sent;

	private long ended;

	private long endedMillis;

	private long successesInFirstHalf;

	/**
	 * Begins with nothing.
	 * @param span from when to when the load was sent
	 * @param middle milliseconds since 1970 that part the window in halves
	 */
	LoadTotals(LoadSpan span, Window window, long middle) {
		this.successes = new SecondCounts(span.firstSent(), span.lastSent());
		this.window = window;
		this.middle = middle;
	}

	void add(JtlRow row) {
		this.sent++;
		if (!row.success()) {
			this.errorKinds.merge(ErrorKind.of(row), 1L, Long::sum);
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
