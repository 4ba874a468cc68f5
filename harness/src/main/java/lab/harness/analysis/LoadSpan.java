package lab.harness.analysis;

/**
 * The time span and the users of a load, counted in the first of two passes over a JTL.
 *
 * @param completeFrom the first answer while the most users were active; without meaning
 * if the file does not have the number of users
 * @param users the most active users, 0 if the file does not have it
 */
record LoadSpan(long rows, long firstSent, long lastSent, long lastEnded, long completeFrom, long completeUntil,
		int users) {

	static final LoadSpan EMPTY = new LoadSpan(0, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 0, 0, 0);

	LoadSpan plus(JtlRow row) {
		long end = row.end();
		boolean more = row.users() > this.users;
		boolean same = row.users() == this.users;
		return new LoadSpan(this.rows + 1, Math.min(this.firstSent, row.start()), Math.max(this.lastSent, row.start()),
				Math.max(this.lastEnded, end), more ? end : same ? Math.min(this.completeFrom, end) : this.completeFrom,
				more ? end : same ? Math.max(this.completeUntil, end) : this.completeUntil,
				Math.max(this.users, row.users()));
	}

}
