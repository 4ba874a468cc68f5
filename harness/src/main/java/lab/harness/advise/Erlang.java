package lab.harness.advise;

/**
 * Erlang's formulas for random arrivals at some servers (A. K. Erlang, "Solution of some
 * Problems in the Theory of Probabilities of Significance in Automatic Telephone
 * Exchanges", 1917). The load is rate x time, the servers that would be busy without a
 * limit.
 */
final class Erlang {

	private Erlang() {
	}

	/**
	 * The share of arrivals that finds every server busy and leaves, the loss formula. It
	 * depends on the mean time only, not on its distribution.
	 */
	static double refused(int servers, double load) {
		double refused = 1;
		for (int n = 1; n <= servers; n++) {
			refused = oneMore(n, load, refused);
		}
		return refused;
	}

	/**
	 * The share of arrivals that finds every server busy and waits, the delay formula B /
	 * (1 - u (1 - B)) with the loss B and the utilisation u = load / servers below 1. It
	 * holds for exponential times (M/M/m: L. Kleinrock, "Queueing Systems", volume 1,
	 * 1975, section 3.5); times that vary less make fewer wait, and for less long.
	 */
	static double delayed(int servers, double load) {
		double refused = refused(servers, load);
		return refused / (1 - load / servers * (1 - refused));
	}

	/** The fewest servers that refuse at most this share. */
	static int servers(double load, double most) {
		double refused = 1;
		int servers = 0;
		while (refused > most) {
			servers++;
			refused = oneMore(servers, load, refused);
		}
		return servers;
	}

	/** The share refused by n servers, from that refused by n - 1. */
	private static double oneMore(int n, double load, double refused) {
		return load * refused / (n + load * refused);
	}

}
