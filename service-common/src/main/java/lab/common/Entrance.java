package lab.common;

/**
 * The port by which requests come in.
 */
public interface Entrance {

	/**
	 * Refuses new connections from now on. Open ones stay, and each is closed with its
	 * next answer.
	 */
	void close();

}
