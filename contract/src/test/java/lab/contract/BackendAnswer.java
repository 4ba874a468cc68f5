package lab.contract;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The answer of the {@link FaultyBackend} to one request.
 */
@FunctionalInterface
interface BackendAnswer {

	/**
	 * Writes the answer.
	 * @param socket the connection
	 * @return whether to keep the connection
	 */
	boolean answer(Socket socket) throws IOException;

	/** Closes the connection without an answer. */
	static BackendAnswer closeEarly() {
		return (socket) -> false;
	}

	/** Resets the connection without an answer. */
	static BackendAnswer reset() {
		return (socket) -> {
			socket.setSoLinger(true, 0);
			return false;
		};
	}

	/** Writes the text unchanged and closes the connection. */
	static BackendAnswer raw(String text) {
		return (socket) -> {
			OutputStream out = socket.getOutputStream();
			out.write(text.getBytes(StandardCharsets.UTF_8));
			out.flush();
			return false;
		};
	}

	/** Writes a complete answer and closes the connection. */
	static BackendAnswer answer(String status, String contentType, String body) {
		return raw(head(status, contentType) + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n"
				+ body);
	}

	/**
	 * Writes a valid answer that a field of spaces makes as large as given.
	 * @param bytes the size, more than 30
	 */
	static BackendAnswer large(int bytes) {
		return answer("200 OK", "application/json", padded(bytes));
	}

	/**
	 * Writes a valid answer in chunks of at most 64 KiB, without its length.
	 * @param bytes the size, more than 30
	 */
	static BackendAnswer largeInChunks(int bytes) {
		StringBuilder text = new StringBuilder(head("200 OK", "application/json"))
			.append("Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
		String body = padded(bytes);
		for (int start = 0; start < bytes; start += 65536) {
			String chunk = body.substring(start, Math.min(start + 65536, bytes));
			text.append(Integer.toHexString(chunk.length())).append("\r\n").append(chunk).append("\r\n");
		}
		return raw(text.append("0\r\n\r\n").toString());
	}

	/** Writes chunks until the app closes the connection. */
	static BackendAnswer endless() {
		return (socket) -> {
			OutputStream out = socket.getOutputStream();
			raw(head("200 OK", "application/json") + "Transfer-Encoding: chunked\r\n\r\n").answer(socket);
			byte[] chunk = ("10000\r\n" + " ".repeat(65536) + "\r\n").getBytes(StandardCharsets.US_ASCII);
			while (!Thread.currentThread().isInterrupted()) {
				out.write(chunk);
			}
			return false;
		};
	}

	/** Writes a valid answer and keeps the connection. */
	static BackendAnswer kept() {
		return (socket) -> {
			raw(head("200 OK", "application/json") + "Content-Length: 12\r\n\r\n{\"millis\":1}").answer(socket);
			return true;
		};
	}

	/** Writes a valid answer and closes the connection. */
	static BackendAnswer ok() {
		return answer("200 OK", "application/json", "{\"millis\":1}");
	}

	/** Answers the first request and the following ones differently. */
	static BackendAnswer once(BackendAnswer first, BackendAnswer then) {
		AtomicBoolean happened = new AtomicBoolean();
		return (socket) -> (happened.compareAndSet(false, true) ? first : then).answer(socket);
	}

	private static String head(String status, String contentType) {
		return "HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\n";
	}

	private static String padded(int bytes) {
		String head = "{\"millis\":1,\"padding\":\"";
		return head + " ".repeat(bytes - head.length() - 2) + "\"}";
	}

}
