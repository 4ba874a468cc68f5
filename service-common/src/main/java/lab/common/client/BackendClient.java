package lab.common.client;

import java.util.function.LongSupplier;

/**
 * An HTTP client of the running app that calls the backend.
 *
 * @param library a class of its HTTP library
 * @param limited whether {@code backend.max-connections} limits its connections
 * @param leased counts the connections that calls hold now; one that remains when no call
 * is in flight has leaked
 */
public record BackendClient(Class<?> library, boolean limited, LongSupplier leased) {

	/** The name of the bean whose calls block their thread. */
	public static final String IMPERATIVE = "imperativeBackendClient";

	/** The name of the bean whose calls do not block. */
	public static final String REACTIVE = "reactiveBackendClient";

}
