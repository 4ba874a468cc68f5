package lab.contract;

/**
 * A service that runs: a process of its jar, or a container of its image.
 */
@FunctionalInterface
interface Program {

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
