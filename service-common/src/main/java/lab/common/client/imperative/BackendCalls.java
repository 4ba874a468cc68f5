package lab.common.client.imperative;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;

import lab.common.ledger.Ledger;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * Every call to the backend, whatever library makes it: is counted, and has its answer
 * cut off at the agreed size.
 */
final class BackendCalls extends AbstractClientHttpRequestFactoryWrapper {

	private final HttpLibrary library;

	private final OpenCalls open;

	private final Ledger ledger;

	private final long maxAnswerBytes;

	BackendCalls(ClientHttpRequestFactory factory, HttpLibrary library, OpenCalls open, Ledger ledger,
			long maxAnswerBytes) {
		super(factory);
		this.library = library;
		this.open = open;
		this.ledger = ledger;
		this.maxAnswerBytes = maxAnswerBytes;
	}

	@Override
	protected ClientHttpRequest createRequest(URI uri, HttpMethod method, ClientHttpRequestFactory factory)
			throws IOException {
		return new Call(factory.createRequest(uri, method));
	}

	/**
	 * Counts a call when it is sent, as the other client does. A library that does not
	 * report it has no queue to wait in either, so there it is counted before the call.
	 */
	private ClientHttpResponse execute(ClientHttpRequest request) throws IOException {
		if (!this.library.tellsSending()) {
			this.ledger.backendAttempt();
		}
		try {
			return executeOpen(request);
		}
		catch (IOException ex) {
			if (this.library.failures().cause(ex, null).neverConnected()) {
				this.ledger.connectFailure();
				if (this.library.tellsSending()) {
					this.ledger.backendAttempt();
				}
			}
			throw ex;
		}
	}

	private ClientHttpResponse executeOpen(ClientHttpRequest request) throws IOException {
		boolean answered = false;
		this.open.opened();
		try {
			ClientHttpResponse response = new Answer(request.execute());
			answered = true;
			return response;
		}
		catch (RuntimeException ex) {
			if (this.library.isFailure(ex)) {
				throw new IOException(ex);
			}
			throw ex;
		}
		finally {
			if (!answered) {
				this.open.closed();
			}
		}
	}

	private final class Call extends HttpRequestWrapper implements ClientHttpRequest {

		Call(ClientHttpRequest request) {
			super(request);
		}

		@Override
		public OutputStream getBody() throws IOException {
			return request().getBody();
		}

		@Override
		public ClientHttpResponse execute() throws IOException {
			return BackendCalls.this.execute(request());
		}

		private ClientHttpRequest request() {
			HttpRequest request = getRequest();
			return (ClientHttpRequest) request;
		}

	}

	private final class Answer implements ClientHttpResponse {

		private final ClientHttpResponse response;

		private boolean closed;

		Answer(ClientHttpResponse response) {
			this.response = response;
		}

		@Override
		public InputStream getBody() throws IOException {
			InputStream body = this.response.getBody();
			return new LimitedStream(body, BackendCalls.this.maxAnswerBytes, body);
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.response.getHeaders();
		}

		@Override
		public HttpStatusCode getStatusCode() throws IOException {
			try {
				return this.response.getStatusCode();
			}
			catch (IllegalArgumentException ex) {
				// HttpURLConnection gives -1 for the status of what is no HTTP
				throw new IOException("the answer is no HTTP", ex);
			}
		}

		@Override
		public String getStatusText() throws IOException {
			return this.response.getStatusText();
		}

		@Override
		public void close() {
			try {
				this.response.close();
			}
			finally {
				if (!this.closed) {
					this.closed = true;
					BackendCalls.this.open.closed();
				}
			}
		}

	}

}
