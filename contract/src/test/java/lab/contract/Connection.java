package lab.contract;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One connection to a service, on a bare socket: unlike an HTTP client it never opens a
 * second connection, and it can be reset in the middle of a request.
 */
final class Connection implements AutoCloseable {

	private static final int PATIENCE_MILLIS = 30_000;

	private final Socket socket;

	private final InputStream in;

	private boolean close;

	Connection(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setSoTimeout(PATIENCE_MILLIS);
		this.in = new BufferedInputStream(this.socket.getInputStream());
	}

	/**
	 * Whether a service takes no new connections. A listener that closes during the
	 * handshake resets it; the next attempt shows whether it is gone.
	 */
	static boolean refuses(int port) throws IOException {
		try (Connection connection = new Connection(port)) {
			return false;
		}
		catch (ConnectException ex) {
			return true;
		}
		catch (SocketException ex) {
			return false;
		}
	}

	/** Sends requests in one piece. */
	void send(String... paths) throws IOException {
		StringBuilder heads = new StringBuilder();
		for (String path : paths) {
			heads.append("GET ").append(path).append(" HTTP/1.1\r\nHost: localhost\r\n\r\n");
		}
		this.socket.getOutputStream().write(heads.toString().getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * Sends a request, reads the complete answer, and returns its protocol and status.
	 */
	String get(String path) throws IOException {
		send(path);
		return answer();
	}

	/** Reads the next answer completely, and returns its protocol and status. */
	String answer() throws IOException {
		String status = line();
		int length = -1;
		for (String header = line(); !header.isEmpty(); header = line()) {
			this.close |= header.equalsIgnoreCase("connection: close");
			if (header.toLowerCase().startsWith("content-length:")) {
				length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
			}
		}
		if (length >= 0) {
			this.in.readNBytes(length);
		}
		else {
			for (int chunk = Integer.parseInt(line(), 16); chunk > 0; chunk = Integer.parseInt(line(), 16)) {
				this.in.readNBytes(chunk);
				line();
			}
			line();
		}
		return status.substring(0, Math.min(status.length(), 12));
	}

	/** Whether an answer announced that the connection is closed after it. */
	boolean saidClose() {
		return this.close;
	}

	/**
	 * Repeats a request of an app that is ending until an answer says that the connection
	 * is closed. The app refuses connections a moment before its answers say so.
	 */
	void assertOkUntilClosed() throws IOException {
		do {
			assertThat(get("/sleep/0")).endsWith("200");
		}
		while (!this.close);
		assertThat(isEnded()).isTrue();
	}

	/**
	 * Whether the service closed the connection after its last answer; waits for data or
	 * the end.
	 */
	boolean isEnded() throws IOException {
		return this.in.read() < 0;
	}

	private String line() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.in.read(); next != '\n'; next = this.in.read()) {
			if (next < 0) {
				throw new IOException("the connection was closed after '" + line + "'");
			}
			line.append((char) next);
		}
		return line.toString().stripTrailing();
	}

	/** Resets the connection; unsent and unread data is lost. */
	void reset() throws IOException {
		this.socket.setSoLinger(true, 0);
		this.socket.close();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
