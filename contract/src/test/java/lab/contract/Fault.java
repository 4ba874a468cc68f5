package lab.contract;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How a faulty backend answers one request.
 */
@FunctionalInterface
interface Fault {

	/**
	 * Answers.
	 * @param socket the connection
	 * @return whether the connection is kept
	 */
	boolean answer(Socket socket) throws IOException;

	/**
	 * No answer: the connection is closed.
	 */
	static Fault closeEarly() {
		return (socket) -> false;
	}

	/**
	 * No answer: the connection is broken off, which the app sees as a reset by its peer.
	 */
	static Fault reset() {
		return (socket) -> {
			socket.setSoLinger(true, 0);
			return false;
		};
	}

	/**
	 * The text as it is, then the connection is closed.
	 */
	static Fault raw(String text) {
		return (socket) -> {
			OutputStream out = socket.getOutputStream();
			out.write(text.getBytes(StandardCharsets.UTF_8));
			out.flush();
			return false;
		};
	}

	/**
	 * A whole answer, after which the connection is closed.
	 */
	static Fault answer(String status, String contentType, String body) {
		return raw(head(status, contentType) + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n"
				+ body);
	}

	/**
	 * A good answer that a field of spaces makes as large as wanted.
	 * @param bytes the size, more than 30
	 */
	static Fault large(int bytes) {
		return answer("200 OK", "application/json", padded(bytes));
	}

	/**
	 * The same without saying the length beforehand, in chunks of 64 KiB at most.
	 */
	static Fault largeInChunks(int bytes) {
		StringBuilder text = new StringBuilder(head("200 OK", "application/json"))
			.append("Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n");
		String body = padded(bytes);
		for (int start = 0; start < bytes; start += 65536) {
			String chunk = body.substring(start, Math.min(start + 65536, bytes));
			text.append(Integer.toHexString(chunk.length())).append("\r\n").append(chunk).append("\r\n");
		}
		return raw(text.append("0\r\n\r\n").toString());
	}

	/**
	 * An answer in chunks that has no end, until the app closes the connection.
	 */
	static Fault endless() {
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

	/**
	 * A good answer, after which the connection is kept.
	 */
	static Fault kept() {
		return (socket) -> {
			raw(head("200 OK", "application/json") + "Content-Length: 12\r\n\r\n{\"millis\":1}").answer(socket);
			return true;
		};
	}

	/**
	 * A good answer, after which the connection is closed.
	 */
	static Fault none() {
		return answer("200 OK", "application/json", "{\"millis\":1}");
	}

	/**
	 * A good answer once the latch is open, after which the connection is closed.
	 */
	static Fault held(CountDownLatch latch) {
		return held(latch, none());
	}

	/**
	 * A good answer once the latch is open, after which the connection is kept.
	 */
	static Fault heldAndKept(CountDownLatch latch) {
		return held(latch, kept());
	}

	/**
	 * One request like this, the others like that.
	 */
	static Fault once(Fault first, Fault then) {
		AtomicBoolean happened = new AtomicBoolean();
		return (socket) -> (happened.compareAndSet(false, true) ? first : then).answer(socket);
	}

	private static Fault held(CountDownLatch latch, Fault then) {
		return (socket) -> {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				return false;
			}
			return then.answer(socket);
		};
	}

	private static String head(String status, String contentType) {
		return "HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\n";
	}

	private static String padded(int bytes) {
		String head = "{\"millis\":1,\"padding\":\"";
		return head + " ".repeat(bytes - head.length() - 2) + "\"}";
	}

}
