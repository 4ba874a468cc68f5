package lab.common.client.imperative;

import java.io.IOException;
import java.io.InputStream;

import lab.common.ledger.Ledger;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A call that has a connection and is sent: counts it, and closes the connection when the
 * answer is too large. To close the answer alone would read the rest of it first, and a
 * backend that never stops sending would hold the thread.
 */
final class SentCall implements ExecChainHandler {

	private final Ledger ledger;

	private final long maxAnswerBytes;

	SentCall(Ledger ledger, long maxAnswerBytes) {
		this.ledger = ledger;
		this.maxAnswerBytes = maxAnswerBytes;
	}

	@Override
	public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
			throws IOException, HttpException {
		this.ledger.backendAttempt();
		ClassicHttpResponse response = chain.proceed(request, scope);
		HttpEntity entity = response.getEntity();
		if (entity != null) {
			response.setEntity(new Limited(entity, scope.execRuntime, this.maxAnswerBytes));
		}
		return response;
	}

	private static final class Limited extends HttpEntityWrapper {

		private final ExecRuntime connection;

		private final long maxBytes;

		Limited(HttpEntity entity, ExecRuntime connection, long maxBytes) {
			super(entity);
			this.connection = connection;
			this.maxBytes = maxBytes;
		}

		@Override
		public InputStream getContent() throws IOException {
			return new LimitedStream(super.getContent(), this.maxBytes, this.connection::discardEndpoint);
		}

	}

}
