package lab.common.client.imperative;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * An answer that may not be larger than {@code backend.max-answer}. Reading beyond that
 * fails, as it does in WebClient, and closes the connection: the rest of the answer may
 * be endless.
 */
final class LimitedInputStream extends FilterInputStream {

	private final long maxBytes;

	private final Disconnect disconnect;

	private long count;

	private boolean ended;

	LimitedInputStream(InputStream answer, long maxBytes, Disconnect disconnect) {
		super(answer);
		this.maxBytes = maxBytes;
		this.disconnect = disconnect;
	}

	@Override
	public int read() throws IOException {
		int value = super.read();
		count((value < 0) ? -1 : 1);
		return value;
	}

	@Override
	public int read(byte[] buffer, int offset, int length) throws IOException {
		int read = super.read(buffer, offset, length);
		count(read);
		return read;
	}

	private void count(int read) throws IOException {
		if (read < 0) {
			this.ended = true;
			return;
		}
		this.count += read;
		if (this.count > this.maxBytes) {
			this.ended = true;
			this.disconnect.from(this.in);
			throw new IOException("the answer has more than " + this.maxBytes + " bytes");
		}
	}

	/**
	 * Reads the rest up to the limit, so that the connection can be kept.
	 */
	@Override
	public void close() throws IOException {
		try {
			if (!this.ended) {
				transferTo(OutputStream.nullOutputStream());
			}
		}
		finally {
			super.close();
		}
	}

	/**
	 * Closes the connection of an answer without reading the rest of it.
	 */
	@FunctionalInterface
	interface Disconnect {

		void from(InputStream answer) throws IOException;

	}

}
