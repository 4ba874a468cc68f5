package lab.harness.analysis;

/**
 * The time span and the users of a load, counted in the first of two passes over a JTL.
 */
final class LoadSpan {

	private long firstSent = Long.MAX_VALUE;

	private long lastSent = Long.MIN_VALUE;

	private long lastEnded = Long.MIN_VALUE;

	private long incompleteUntil = Long.MIN_VALUE;

	private long completeFrom;

	private long completeUntil;

	private int users;

	private long rows;

	void add(JtlRow row) {
		this.rows++;
		this.firstSent = Math.min(this.firstSent, row.start());
		this.lastSent = Math.max(this.lastSent, row.start());
		if (row.users() > this.users) {
			this.users = row.users();
			this.incompleteUntil = this.lastEnded;
			this.completeFrom = row.end();
			this.completeUntil = row.end();
		}
		else if (row.users() == this.users) {
			this.completeFrom = Math.min(this.completeFrom, row.end());
			this.completeUntil = Math.max(this.completeUntil, row.end());
		}
		this.lastEnded = Math.max(this.lastEnded, row.end());
	}

	long rows() {
		return this.rows;
	}

	long firstSent() {
		return this.firstSent;
	}

	long lastSent() {
		return this.lastSent;
	}

	long lastEnded() {
		return this.lastEnded;
	}

	/**
	 * The last answer before the most users were active; {@code Long.MIN_VALUE} if they
	 * were from the first one on.
	 */
	long incompleteUntil() {
		return this.incompleteUntil;
	}

	/**
	 * The first answer while the most users were active; without meaning if the file does
	 * not have the number of users.
	 */
	long completeFrom() {
		return this.completeFrom;
	}

	long completeUntil() {
		return this.completeUntil;
	}

	/** The most active users, 0 if the file does not have it. */
	int users() {
		return this.users;
	}

}
