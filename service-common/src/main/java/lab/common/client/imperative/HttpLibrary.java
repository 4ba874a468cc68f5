package lab.common.client.imperative;

import java.io.IOException;
import java.io.InputStream;

import lab.common.client.BackendFailures;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * An HTTP library that can call the backend, and how it differs from the others.
 *
 * @param factory Spring's request factory for it
 * @param type a class of the library, which names it in the terms
 * @param limited whether its pool limits the connections. Such a library reports each
 * request that it sends; one without a pool sends each request at once
 * @param unchecked the unchecked exception by which it reports a failed call, or null if
 * it has none
 * @param failures the meaning of its exceptions
 * @param disconnect closes the connection of an answer without reading the rest
 */
record HttpLibrary(Class<? extends ClientHttpRequestFactory> factory, Class<?> type, boolean limited,
		@Nullable Class<? extends RuntimeException> unchecked, BackendFailures failures, Disconnect disconnect) {

	@FunctionalInterface
	interface Disconnect {

		void from(InputStream answer) throws IOException;

	}

}
