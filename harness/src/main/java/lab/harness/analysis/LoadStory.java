package lab.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A load second by second, as the generator saw it. Where a run is longer than a chart
 * can show a step is several seconds.
 */
final class LoadStory {

	private final LoadSpan span;

	private final Map<String, SecondCounts> errors = new TreeMap<>();

	private final SecondCounts ended;

	private final SecondCounts millis;

	private final SecondCounts begun;

	LoadStory(LoadSpan span) {
		this.span = span;
		this.ended = counts();
		this.millis = counts();
		this.begun = counts();
	}

	private SecondCounts counts() {
		return new SecondCounts(this.span.firstSent(), this.span.lastSent());
	}

	void add(JtlRow row) {
		this.begun.add(row.start());
		this.ended.add(row.end());
		this.millis.add(row.end(), (int) Math.min(row.elapsed(), 1_000_000));
		if (!row.success()) {
			this.errors.computeIfAbsent(ErrorKind.of(row), (kind) -> counts()).add(row.end());
		}
	}

	/** Steps in the whole of which requests were sent. */
	int wholeSteps() {
		return (int) ((this.span.lastSent() - this.span.firstSent()) / 1000 / this.ended.stepSeconds());
	}

	/** Failed requests a second in each step, by cause. */
	Map<String, List<Double>> errors() {
		Map<String, List<Double>> rates = new LinkedHashMap<>();
		this.errors.forEach((kind, counts) -> {
			List<Double> column = counts.rates();
			while (column.size() < this.ended.steps()) {
				column.add(0.0);
			}
			rates.put(kind, column);
		});
		return rates;
	}

	/**
	 * Mean time in milliseconds of the requests that ended in each step, null where none
	 * did.
	 */
	List<StressCharts.Millis> latency() {
		List<StressCharts.Millis> means = new ArrayList<>();
		for (int step = 0; step < this.ended.steps(); step++) {
			int count = this.ended.count(step);
			means.add(new StressCharts.Millis((count > 0) ? (double) this.millis.count(step) / count : null));
		}
		return means;
	}

	/** Requests on their way at the end of each step. */
	List<Double> inFlight() {
		List<Double> inFlight = new ArrayList<>();
		double now = 0;
		for (int step = 0; step < this.ended.steps(); step++) {
			now += this.begun.count(step) - this.ended.count(step);
			inFlight.add(now);
		}
		return inFlight;
	}

}
