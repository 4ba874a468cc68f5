package lab.app;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * Ends the reading of an answer that is larger than agreed, as WebClient does by itself.
 *
 * @param maxBytes the most bytes read of one answer
 */
record AnswerLimit(long maxBytes) implements ExecChainHandler {

	@Override
	public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
			throws IOException, HttpException {
		ClassicHttpResponse response = chain.proceed(request, scope);
		HttpEntity entity = response.getEntity();
		// most answers say their length, and most are small
		if (entity != null && (entity.getContentLength() < 0 || entity.getContentLength() > this.maxBytes)) {
			response.setEntity(new LimitedEntity(entity, this.maxBytes));
		}
		return response;
	}

	private static final class LimitedEntity extends HttpEntityWrapper {

		private final long maxBytes;

		LimitedEntity(HttpEntity entity, long maxBytes) {
			super(entity);
			this.maxBytes = maxBytes;
		}

		@Override
		public InputStream getContent() throws IOException {
			return new LimitedStream(super.getContent(), this.maxBytes);
		}

	}

	private static final class LimitedStream extends FilterInputStream {

		private final long maxBytes;

		private long count;

		LimitedStream(InputStream in, long maxBytes) {
			super(in);
			this.maxBytes = maxBytes;
		}

		@Override
		public int read() throws IOException {
			int value = super.read();
			count((value < 0) ? 0 : 1);
			return value;
		}

		@Override
		public int read(byte[] buffer, int offset, int length) throws IOException {
			int read = super.read(buffer, offset, length);
			count(Math.max(read, 0));
			return read;
		}

		private void count(int read) throws IOException {
			this.count += read;
			if (this.count > this.maxBytes) {
				throw new IOException("the answer has more than " + this.maxBytes + " bytes");
			}
		}

	}

}
