package lab.harness.analysis;

/**
 * From when to when a load was sent, from its samples: the first of two passes over a
 * JTL.
 */
final class LoadSpan {

	private long firstSent = Long.MAX_VALUE;

	private long lastSent = Long.MIN_VALUE;

	private int users;

	void add(JtlRow row) {
		this.firstSent = Math.min(this.firstSent, row.start());
		this.lastSent = Math.max(this.lastSent, row.start());
		this.users = Math.max(this.users, row.users());
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

	int users() {
		return this.users;
	}

}
