package lab.common.client.imperative;

import lab.common.client.BackendClient;

/**
 * The blocking client in use.
 */
final class ImperativeBackendClient implements BackendClient {

	private final HttpLibrary library;

	private final OpenCalls calls;

	ImperativeBackendClient(HttpLibrary library, OpenCalls calls) {
		this.library = library;
		this.calls = calls;
	}

	@Override
	public Class<?> library() {
		return this.library.type();
	}

	@Override
	public boolean limited() {
		return this.library.limited();
	}

	@Override
	public long leased() {
		return this.calls.now();
	}

}
