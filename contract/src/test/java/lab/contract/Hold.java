package lab.contract;

import java.util.concurrent.CountDownLatch;

/**
 * Holds answers of the {@link FaultyBackend} back until it is closed.
 */
final class Hold implements AutoCloseable {

	private final CountDownLatch closed = new CountDownLatch(1);

	/**
	 * Returns an answer that is written when the hold is closed.
	 */
	BackendAnswer then(BackendAnswer answer) {
		return (socket) -> {
			try {
				this.closed.await();
			}
			catch (InterruptedException ex) {
				return false;
			}
			return answer.answer(socket);
		};
	}

	@Override
	public void close() {
		this.closed.countDown();
	}

}
