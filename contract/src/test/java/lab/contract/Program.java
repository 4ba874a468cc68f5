package lab.contract;

/**
 * A service that runs: a process of its jar, or a container of its image.
 */
interface Program {

	/**
	 * Tells it to end, as a deployment does, and does not wait for that.
	 */
	void terminate();

	/**
	 * Ends it.
	 */
	void stop();

	/**
	 * Hears what a program prints.
	 */
	interface Listener {

		void line(String line);

		void end();

	}

}
