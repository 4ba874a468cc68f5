package lab.contract;

/**
 * A running service: a process of its jar, or a container of its image.
 */
interface Program {

	/** Sends SIGTERM, as a deployment does, and returns at once. */
	void terminate();

	/** Stops the service. */
	void stop();

	/** Receives the output of a program. */
	interface Listener {

		void line(String line);

		void end();

	}

}
