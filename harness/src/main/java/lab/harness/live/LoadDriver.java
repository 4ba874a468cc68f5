package lab.harness.live;

import java.nio.file.Path;

/**
 * Starts the load of one model.
 */
interface LoadDriver {

	/**
	 * Starts users who send a request, wait for the answer, and repeat this.
	 * @throws lab.harness.model.InvalidInputException if it cannot be started
	 */
	Handle start(WatchedService service, String path, int users);

	/** A load that was started. */
	interface Handle extends AutoCloseable {

		/** The JTL that it writes. */
		Path samples();

		boolean isAlive();

		@Override
		void close();

	}

}
