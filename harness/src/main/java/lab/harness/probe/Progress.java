package lab.harness.probe;

import java.time.Duration;

/**
 * Told how a run goes on, from the threads that run it; must return at once.
 */
public interface Progress {

	/** For whoever does not want to know. */
	Progress NONE = new Progress() {

		@Override
		public void phase(Phase phase, Duration expected) {
		}

		@Override
		public void rate(double requestsPerSecond) {
		}

	};

	/**
	 * A phase begins.
	 * @param phase the phase
	 * @param expected the time it should take; zero where it is not known
	 */
	void phase(Phase phase, Duration expected);

	/**
	 * The throughput of the last second, once a second while warming up and measuring.
	 * @param requestsPerSecond answers of the app in a second, successful or not
	 */
	void rate(double requestsPerSecond);

	/**
	 * The phases of a run, in this order; most need no second warm-up.
	 */
	enum Phase {

		STARTING("starting"), WARMING_UP("warming up"), WARMING_UP_AGAIN("not warm yet, warming up again"),
		MEASURING("measuring"), DRAINING("draining"), STOPPING("stopping");

		private final String words;

		Phase(String words) {
			this.words = words;
		}

		@Override
		public String toString() {
			return this.words;
		}

	}

}
