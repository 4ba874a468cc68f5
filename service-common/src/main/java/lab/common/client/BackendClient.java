package lab.common.client;

/**
 * The HTTP client that calls the backend: read from the running objects, not from the
 * configuration.
 */
public interface BackendClient {

	/** The name of the bean that blocks its caller. */
	String IMPERATIVE = "imperativeBackendClient";

	/** The name of the bean that does not. */
	String REACTIVE = "reactiveBackendClient";

	/**
	 * The class of the library that makes the calls.
	 */
	Class<?> library();

	/**
	 * Whether it never opens more than {@code backend.max-connections} connections.
	 */
	boolean limited();

	/**
	 * Connections to the backend that calls hold now; 0 when no call is under way, or one
	 * has leaked.
	 */
	long leased();

}
