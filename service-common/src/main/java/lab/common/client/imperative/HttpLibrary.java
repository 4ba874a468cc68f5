package lab.common.client.imperative;

import java.util.List;

import lab.common.client.BackendFailures;

import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * An HTTP library that can call the backend, and where it differs from the others.
 *
 * @param factory the request factory that Spring has for it
 * @param type a class of the library, which names it in the terms
 * @param limited whether it has a pool with a limit of its own
 * @param tellsSending whether it reports each request that it sends, so that the ledger
 * is told then; otherwise it is told before the call
 * @param unchecked what it throws unchecked when a call fails
 * @param failures what its exceptions mean
 */
record HttpLibrary(Class<? extends ClientHttpRequestFactory> factory, Class<?> type, boolean limited,
		boolean tellsSending, List<Class<? extends RuntimeException>> unchecked, BackendFailures failures) {

	HttpLibrary {
		unchecked = List.copyOf(unchecked);
	}

	/**
	 * Whether an unchecked exception is the library's way to say that a call failed; any
	 * other is an error of ours.
	 */
	boolean isFailure(RuntimeException ex) {
		return this.unchecked.stream().anyMatch((type) -> type.isInstance(ex));
	}

}
