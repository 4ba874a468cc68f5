package lab.harness.analysis;

import org.jspecify.annotations.Nullable;

/**
 * The most a closed workload can get through: Little's law, N = X R, solved for X (J. D.
 * C. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961).
 * At most min(users, request threads, connections) requests wait at the backend at once,
 * and each waits the mean delay there.
 */
final class Ceiling {

	private Ceiling() {
	}

	/**
	 * Requests that can wait at the backend at once.
	 * @param requestThreads the app's limit, or null for none
	 */
	static int slots(int users, @Nullable Integer requestThreads, int connections) {
		int served = Math.min(users, connections);
		return (requestThreads != null) ? Math.min(served, requestThreads) : served;
	}

	/**
	 * The ceiling in requests a second.
	 * @param meanDelayMillis mean delay of the backend, above 0
	 */
	static double of(int slots, double meanDelayMillis) {
		return slots * 1000.0 / meanDelayMillis;
	}

}
