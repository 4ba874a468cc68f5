package lab.tomcat;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Ends the reading of an answer that is larger than agreed, as WebClient does by itself.
 */
final class LimitedStream extends FilterInputStream {

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
