package lab.harness.analysis;

/**
 * How far chance alone moves the throughput of a single run.
 */
final class Noise {

	/**
	 * A single run is not taken to be finer than this, however little its delays vary.
	 */
	private static final double LEAST = 0.005;

	private static final double Z = 1.96;

	private Noise() {
	}

	/**
	 * Half-width of the 95 % interval as a share of the throughput. A closed loop is a
	 * renewal process in each slot, so the count of n completions has a relative sd of cv
	 * / √n (D. R. Cox, "Renewal Theory", 1962, 3.3).
	 * @param variation coefficient of variation of the delays
	 * @param completions requests completed in the window, 1 or more
	 */
	static double of(double variation, double completions) {
		return Math.max(LEAST, Z * variation / Math.sqrt(completions));
	}

}
