package lab.harness.model;

/**
 * A figure of a run.
 */
public record Figure(Metric metric, double value) {

	public String text() {
		return this.metric.format(this.value);
	}

}
