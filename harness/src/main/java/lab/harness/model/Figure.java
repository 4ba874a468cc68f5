package lab.harness.model;

import org.jspecify.annotations.Nullable;

/**
 * A figure of a run, or of all runs of a variant at one point.
 *
 * @param value the value, or the mean of the runs
 * @param low lower end of the 95 % interval, or null if no interval is known
 * @param high upper end of the interval, or null
 */
public record Figure(Metric metric, double value, @Nullable Double low, @Nullable Double high) {

	public static Figure of(Metric metric, double value) {
		return new Figure(metric, value, null, null);
	}

	public String text() {
		return this.metric.format(this.value);
	}

}
