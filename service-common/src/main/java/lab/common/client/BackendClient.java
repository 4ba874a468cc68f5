package lab.common.client;

/**
 * The running HTTP client of the calls to the backend.
 */
public interface BackendClient {

	/** The name of the bean whose calls block their thread. */
	String IMPERATIVE = "imperativeBackendClient";

	/** The name of the bean whose calls do not block. */
	String REACTIVE = "reactiveBackendClient";

	/**
	 * A class of the library that makes the calls.
	 */
	Class<?> library();

	/**
	 * Whether {@code backend.max-connections} limits its connections.
	 */
	boolean limited();

	/**
	 * Connections that calls hold now. One that remains when no call is in flight has
	 * leaked.
	 */
	long leased();

}
