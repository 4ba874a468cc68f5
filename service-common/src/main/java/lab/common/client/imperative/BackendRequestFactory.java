package lab.common.client.imperative;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.atomic.LongAdder;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * Makes the blocking calls to the backend, whatever HTTP library sends them. It limits
 * the size of the answers, and counts the calls whose answer is not closed: each holds a
 * connection, and only one of the four libraries has a meter for that.
 */
final class BackendRequestFactory extends AbstractClientHttpRequestFactoryWrapper {

	private final HttpLibrary library;

	private final int maxAnswerBytes;

	private final LongAdder open = new LongAdder();

	BackendRequestFactory(ClientHttpRequestFactory factory, HttpLibrary library, int maxAnswerBytes) {
		super(factory);
		this.library = library;
		this.maxAnswerBytes = maxAnswerBytes;
	}

	@Override
	protected ClientHttpRequest createRequest(URI uri, HttpMethod method, ClientHttpRequestFactory factory)
			throws IOException {
		return new Call(factory.createRequest(uri, method));
	}

	HttpLibrary library() {
		return this.library;
	}

	/** Calls whose answer is not closed. */
	long open() {
		return this.open.sum();
	}

	private final class Call extends HttpRequestWrapper implements ClientHttpRequest {

		private final ClientHttpRequest request;

		Call(ClientHttpRequest request) {
			super(request);
			this.request = request;
		}

		@Override
		public OutputStream getBody() throws IOException {
			return this.request.getBody();
		}

		@Override
		public ClientHttpResponse execute() throws IOException {
			BackendRequestFactory.this.open.increment();
			try {
				return new Answer(this.request.execute());
			}
			catch (Throwable ex) {
				BackendRequestFactory.this.open.decrement();
				Class<?> unchecked = BackendRequestFactory.this.library.unchecked();
				if (unchecked != null && unchecked.isInstance(ex)) {
					throw new IOException(ex);
				}
				throw ex;
			}
		}

	}

	private final class Answer implements ClientHttpResponse {

		private final ClientHttpResponse response;

		private byte[] body = {};

		private boolean read;

		private boolean closed;

		Answer(ClientHttpResponse response) {
			this.response = response;
		}

		/**
		 * Reads the whole answer, as WebClient does. If it is too large, its connection
		 * is closed: the rest may be endless.
		 */
		@Override
		public InputStream getBody() throws IOException {
			if (!this.read) {
				this.read = true;
				InputStream content = this.response.getBody();
				int limit = BackendRequestFactory.this.maxAnswerBytes;
				long length = getHeaders().getContentLength();
				// the length given keeps the buffer small
				this.body = content.readNBytes((int) ((length < 0) ? limit : Math.min(length, limit)) + 1);
				if (this.body.length > limit) {
					BackendRequestFactory.this.library.disconnect().from(content);
					throw new IOException("the answer has more than " + limit + " bytes");
				}
			}
			return new ByteArrayInputStream(this.body);
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
				// HttpURLConnection reports the status of an invalid answer as -1
				throw new IOException("the answer is not HTTP", ex);
			}
		}

		@Override
		public String getStatusText() throws IOException {
			return this.response.getStatusText();
		}

		/**
		 * Reads what was not read, so that the connection can be kept. The libraries
		 * would read it too, but without a limit.
		 */
		@Override
		public void close() {
			if (this.closed) {
				return;
			}
			this.closed = true;
			try (this.response) {
				getBody();
			}
			catch (IOException ex) {
				// the connection cannot be kept
			}
			finally {
				BackendRequestFactory.this.open.decrement();
			}
		}

	}

}
