package lab.harness.advise;

/**
 * Erlang's loss formula: the share of random arrivals that a bulkhead refuses if no call
 * waits for a permit (A. K. Erlang, "Solution of some Problems in the Theory of
 * Probabilities of Significance in Automatic Telephone Exchanges", 1917). It depends on
 * the mean time of a call only, not on its distribution.
 */
final class ErlangLoss {

	private ErlangLoss() {
	}

	/**
	 * The share of calls that find every permit taken.
	 * @param load calls that would be in progress without a limit: rate x time of a call
	 */
	static double refused(int permits, double load) {
		double refused = 1;
		for (int n = 1; n <= permits; n++) {
			refused = oneMore(n, load, refused);
		}
		return refused;
	}

	/** The fewest permits that refuse at most this share. */
	static int permits(double load, double most) {
		double refused = 1;
		int permits = 0;
		while (refused > most) {
			permits++;
			refused = oneMore(permits, load, refused);
		}
		return permits;
	}

	/** The share refused by n permits, from that refused by n - 1. */
	private static double oneMore(int n, double load, double refused) {
		return load * refused / (n + load * refused);
	}

}
