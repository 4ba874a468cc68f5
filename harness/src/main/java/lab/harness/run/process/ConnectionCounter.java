package lab.harness.run.process;

import java.util.function.IntSupplier;

/**
 * Counts the connections of an app, no more often than necessary: Linux walks its whole
 * table of sockets for each count (10 to 20 ms, measured).
 */
public final class ConnectionCounter {

	/** Once two counts were equal under load, only every fifth question counts again. */
	private static final int EVERY = 5;

	/**
	 * Fewer are counted quickly, and two equal counts may only mean that users come
	 * slowly.
	 */
	private static final int MANY = 100;

	private final IntSupplier kernel;

	private int asked;

	private int last;

	private boolean atRest;

	public ConnectionCounter(IntSupplier kernel) {
		this.kernel = kernel;
	}

	/**
	 * The connections now, or up to four questions ago where nothing moved.
	 * @param loaded whether there is a generator, whose users may be connected
	 */
	public int now(boolean loaded) {
		if (!loaded || !this.atRest || this.asked % EVERY == 0) {
			int now = this.kernel.getAsInt();
			if (now < this.last) {
				// Linux misses a row if an earlier one goes while the table is read.
				now = Math.max(now, this.kernel.getAsInt());
			}
			this.atRest = now >= MANY && now == this.last;
			this.last = now;
		}
		this.asked++;
		return this.last;
	}

}
