package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * A figure of a run, or of all runs of a variant at one point.
 *
 * @param metric what it is
 * @param value the value, or the mean of the runs
 * @param low lower end of the 95 % interval, or null where no interval is known
 * @param high upper end, or null
 */
public record Figure(Metric metric, double value, @Nullable Double low, @Nullable Double high) {

	/** A figure without an interval. */
	public static Figure of(Metric metric, double value) {
		return new Figure(metric, value, null, null);
	}

	/** The figure as a person reads it. */
	public String text() {
		return this.metric.format(this.value);
	}

}
