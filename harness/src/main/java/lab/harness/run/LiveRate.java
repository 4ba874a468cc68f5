package lab.harness.run;

/**
 * Reports the throughput between two readings of the app's counter.
 */
final class LiveRate {

	private final Progress progress;

	private long atMillis;

	private long completed;

	LiveRate(Progress progress) {
		this.progress = progress;
	}

	/** Takes a reading, the time and the count of answers; the first sets the start. */
	void read(long atMillis, long completed) {
		if (this.atMillis > 0 && atMillis > this.atMillis) {
			this.progress.rate((completed - this.completed) * 1000.0 / (atMillis - this.atMillis));
		}
		this.atMillis = atMillis;
		this.completed = completed;
	}

}
