package lab.common.client.imperative;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Ends the reading of an answer that is larger than agreed, as WebClient does by itself,
 * and breaks its connection off: what the backend has left to send may have no end.
 */
final class LimitedStream extends FilterInputStream {

	private final long maxBytes;

	private final Closeable connection;

	private long count;

	private boolean ended;

	/**
	 * Limits an answer.
	 * @param in the answer
	 * @param maxBytes the most bytes that are read of it
	 * @param connection what it comes on; to close it must not read what is left
	 */
	LimitedStream(InputStream in, long maxBytes, Closeable connection) {
		super(in);
		this.maxBytes = maxBytes;
		this.connection = connection;
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
			this.connection.close();
			throw new IOException("the answer has more than " + this.maxBytes + " bytes");
		}
	}

	/**
	 * Reads what is left, so that the connection can be kept, but no more of it than is
	 * agreed.
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

}
