package lab.harness.analysis;

/**
 * From when to when a load was sent, from its samples: the first of two passes over a
 * JTL.
 */
final class LoadSpan {

	private long firstSent = Long.MAX_VALUE;

	private long lastSent = Long.MIN_VALUE;

	private long lastFull;

	private int users;

	void add(JtlRow row) {
		this.firstSent = Math.min(this.firstSent, row.start());
		this.lastSent = Math.max(this.lastSent, row.start());
		if (row.users() >= this.users) {
			this.lastFull = (row.users() > this.users) ? row.end() : Math.max(this.lastFull, row.end());
			this.users = row.users();
		}
	}

	long firstSent() {
		return this.firstSent;
	}

	/**
	 * After this moment the load only drains.
	 */
	long lastSent() {
		return this.lastSent;
	}

	/**
	 * The last moment at which an answer found all users there: after it they leave, one
	 * by one. A user stays as long from its own start, which is before its first request.
	 */
	long lastFull() {
		return this.lastFull;
	}

	int users() {
		return this.users;
	}

}
