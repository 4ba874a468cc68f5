package lab.harness.analysis;

/**
 * What an app at rest held of something before the load, and what it still holds of it
 * after the drain.
 *
 * @param before what it held
 * @param after what it holds
 */
public record Kept(double before, double after) {

	/** What it holds more, negative for less. */
	double more() {
		return this.after - this.before;
	}

}
