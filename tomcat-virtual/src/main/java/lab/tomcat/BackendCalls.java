package lab.tomcat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;

import lab.common.failure.BackendFailures;
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
 * Every call to the backend, whatever library makes it: waits for its turn, is counted,
 * and has its answer cut off at the agreed size.
 */
final class BackendCalls extends AbstractClientHttpRequestFactoryWrapper {

	private final Turns turns;

	private final OpenCalls open;

	private final BackendFailures failures;

	private final Ledger ledger;

	private final long maxAnswerBytes;

	BackendCalls(ClientHttpRequestFactory library, Turns turns, OpenCalls open, BackendFailures failures, Ledger ledger,
			long maxAnswerBytes) {
		super(library);
		this.turns = turns;
		this.open = open;
		this.failures = failures;
		this.ledger = ledger;
		this.maxAnswerBytes = maxAnswerBytes;
	}

	@Override
	protected ClientHttpRequest createRequest(URI uri, HttpMethod method, ClientHttpRequestFactory library)
			throws IOException {
		return new Call(library.createRequest(uri, method));
	}

	/**
	 * Counts a call when it has an answer or has failed: only then is it known whether it
	 * ever had a connection.
	 */
	private ClientHttpResponse execute(ClientHttpRequest request) throws IOException {
		try {
			this.turns.take();
			ClientHttpResponse response = executeInTurn(request);
			this.ledger.backendRequest();
			return response;
		}
		catch (IOException ex) {
			if (this.failures.cause(ex, null).neverConnected()) {
				this.ledger.connectFailure();
			}
			else {
				this.ledger.backendRequest();
			}
			throw ex;
		}
	}

	private ClientHttpResponse executeInTurn(ClientHttpRequest request) throws IOException {
		boolean answered = false;
		this.open.opened();
		try {
			ClientHttpResponse response = new Answer(request.execute());
			answered = true;
			return response;
		}
		catch (RuntimeException ex) {
			throw noHttp(ex);
		}
		finally {
			if (!answered) {
				ended();
			}
		}
	}

	private void ended() {
		this.open.closed();
		this.turns.giveBack();
	}

	/**
	 * What Jetty and HttpURLConnection cannot read they throw unchecked.
	 */
	private static IOException noHttp(RuntimeException ex) {
		return new IOException("the answer is no HTTP", ex);
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
			return new LimitedStream(this.response.getBody(), BackendCalls.this.maxAnswerBytes);
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
				throw noHttp(ex);
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
					BackendCalls.this.ended();
				}
			}
		}

	}

}
