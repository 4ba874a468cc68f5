package lab.harness.analysis;

/**
 * Little's law, N = X R, solved for each of its three quantities (J. D. C. Little, "A
 * Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961). Every ceiling
 * follows from it: N is what a resource has, R the time for which a request occupies one
 * of it. Applied to the processors it is the utilisation law, where R is the CPU time of
 * a request.
 */
public final class LittlesLaw {

	private LittlesLaw() {
	}

	/** Requests a second. */
	public static double throughput(double inFlight, double millis) {
		return inFlight * 1000 / millis;
	}

	/** Requests in flight, as a mean. */
	public static double inFlight(double throughput, double millis) {
		return throughput * millis / 1000;
	}

	/** The mean time of a request in milliseconds. */
	public static double millis(double inFlight, double throughput) {
		return inFlight * 1000 / throughput;
	}

}
