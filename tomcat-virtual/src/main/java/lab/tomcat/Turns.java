package lab.tomcat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many calls go at once, and the others wait in the order of their coming. For
 * libraries that do not do so themselves.
 */
interface Turns {

	/** For a library with a queue of its own. */
	Turns UNLIMITED = new Turns() {

		@Override
		public void take() {
		}

		@Override
		public void giveBack() {
		}

	};

	/**
	 * Waits for a turn.
	 * @throws TooManyCallsException if there was none in time
	 */
	void take() throws IOException;

	/**
	 * Gives the turn back, once for each one taken.
	 */
	void giveBack();

	/**
	 * Turns for calls.
	 * @param calls how many at once, 1 or more
	 * @param patience how long one waits for a turn
	 */
	static Turns of(int calls, Duration patience) {
		Semaphore turns = new Semaphore(calls, true);
		return new Turns() {

			@Override
			public void take() throws IOException {
				try {
					if (!turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
						throw new TooManyCallsException(calls);
					}
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
					throw new InterruptedIOException("interrupted while waiting for a turn");
				}
			}

			@Override
			public void giveBack() {
				turns.release();
			}

		};
	}

}
