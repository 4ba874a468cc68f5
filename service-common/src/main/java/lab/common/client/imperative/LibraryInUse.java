package lab.common.client.imperative;

import java.util.List;

import lab.common.client.BackendProperties;
import lab.common.ledger.Ledger;

import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * The request factory that Spring Boot made, and the library behind it.
 *
 * @param factory the request factory
 * @param library its library
 */
record LibraryInUse(ClientHttpRequestFactory factory, HttpLibrary library) {

	/**
	 * Finds the library of a request factory.
	 * @throws IllegalStateException if it is none of those known
	 */
	static LibraryInUse of(ClientHttpRequestFactory factory, List<HttpLibrary> libraries) {
		return libraries.stream()
			.filter((library) -> library.factory().isInstance(factory))
			.findFirst()
			.map((library) -> new LibraryInUse(factory, library))
			.orElseThrow(
					() -> new IllegalStateException("no HTTP library is known for " + factory.getClass().getName()));
	}

	/**
	 * The request factory whose calls are counted and limited.
	 */
	BackendCalls calls(OpenCalls open, Ledger ledger, BackendProperties backend) {
		return new BackendCalls(this.factory, this.library, open, ledger, backend.maxAnswer().toBytes());
	}

}
