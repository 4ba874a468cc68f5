package lab.harness.run;

/**
 * Tells the progress how many requests the app answers in a second, from one reading of
 * its counter to the next.
 */
final class LiveRate {

	private final Progress progress;

	private long atMillis;

	private long completed;

	LiveRate(Progress progress) {
		this.progress = progress;
	}

	/** Takes a reading; the first one only sets the start. */
	void read(long atMillis, long completed) {
		if (this.atMillis > 0 && atMillis > this.atMillis) {
			this.progress.rate((completed - this.completed) * 1000.0 / (atMillis - this.atMillis));
		}
		this.atMillis = atMillis;
		this.completed = completed;
	}

}
