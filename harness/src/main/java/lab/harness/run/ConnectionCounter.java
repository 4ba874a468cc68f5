package lab.harness.run;

import java.util.function.IntSupplier;

/**
 * How many connections an app has, counted no more often than it must be: Linux walks its
 * whole table of sockets for each count (10 to 20 ms, measured).
 */
final class ConnectionCounter {

	/** Once two counts were equal under load, only every fifth is repeated. */
	private static final int EVERY = 5;

	/**
	 * Fewer are counted in no time, and may be no more than a second ago because users
	 * come slowly.
	 */
	private static final int MANY = 100;

	private final IntSupplier kernel;

	private int asked;

	private int last;

	private boolean atRest;

	/**
	 * A count that has not begun.
	 * @param kernel counts now
	 */
	ConnectionCounter(IntSupplier kernel) {
		this.kernel = kernel;
	}

	/**
	 * The connections now, or up to four questions ago where nothing moved.
	 * @param loaded whether there is a generator, whose users may be connected
	 */
	int now(boolean loaded) {
		if (!loaded || !this.atRest || this.asked % EVERY == 0) {
			int now = this.kernel.getAsInt();
			if (now < this.last) {
				// A row is missed when another that stood before it goes while the table
				// is read.
				now = Math.max(now, this.kernel.getAsInt());
			}
			this.atRest = now >= MANY && now == this.last;
			this.last = now;
		}
		this.asked++;
		return this.last;
	}

}
