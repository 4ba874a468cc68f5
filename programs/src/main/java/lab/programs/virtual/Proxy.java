package lab.programs.virtual;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nothing but the call: asks a backend for each request, and passes its answer on.
 * <p>
 * A virtual thread for each connection has a connection to the backend of its own, so
 * there is no pool, and it reads no more of HTTP than where an answer ends. What a
 * framework and a client library cost is the difference to this.
 */
public final class Proxy implements AutoCloseable {

	private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)\\r?$");

	private static final byte[] END_OF_HEADERS = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

	private final ServerSocket server;

	private final URI backend;

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	/**
	 * Listens on the loopback address.
	 * @param port 0 for any free one
	 */
	Proxy(int port, URI backend) throws IOException {
		this.server = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress());
		this.backend = backend;
	}

	int port() {
		return this.server.getLocalPort();
	}

	/** Serves until it is closed. */
	void serve() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = this.server.accept();
			this.threads.submit(() -> serve(client));
		}
	}

	/** Serves a connection until one of the two ends it. */
	private Void serve(Socket client) throws IOException {
		try (client; Socket calls = new Socket(this.backend.getHost(), this.backend.getPort())) {
			client.setTcpNoDelay(true);
			calls.setTcpNoDelay(true);
			InputStream requests = new BufferedInputStream(client.getInputStream());
			InputStream answers = new BufferedInputStream(calls.getInputStream());
			byte[] call = ("GET / HTTP/1.1\r\nHost: " + this.backend.getAuthority() + "\r\n\r\n")
				.getBytes(StandardCharsets.US_ASCII);
			while (true) {
				headers(requests);
				calls.getOutputStream().write(call);
				client.getOutputStream().write(answer(answers));
			}
		}
		catch (EOFException ex) {
			return null;
		}
	}

	/** Reads an answer with its body. */
	private static byte[] answer(InputStream from) throws IOException {
		ByteArrayOutputStream answer = headers(from);
		Matcher length = LENGTH.matcher(answer.toString(StandardCharsets.US_ASCII));
		if (!length.find()) {
			throw new IOException("the backend does not say how long its answer is");
		}
		answer.writeBytes(from.readNBytes(Integer.parseInt(length.group(1))));
		return answer.toByteArray();
	}

	/** Reads up to the empty line after the headers. */
	private static ByteArrayOutputStream headers(InputStream from) throws IOException {
		ByteArrayOutputStream headers = new ByteArrayOutputStream();
		int matched = 0;
		while (matched < END_OF_HEADERS.length) {
			int next = from.read();
			if (next < 0) {
				throw new EOFException();
			}
			headers.write(next);
			matched = (next == END_OF_HEADERS[matched]) ? matched + 1 : (next == END_OF_HEADERS[0]) ? 1 : 0;
		}
		return headers;
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		this.threads.shutdownNow();
	}

	/*-
	 * Expected result: the answer of the backend, after its delay.
	 *
	 * To see it, with the slow backend on its port:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.virtual.Proxy 8090 http://127.0.0.1:8000
	 *   curl localhost:8090
	 */
	public static void main(String... arguments) throws IOException {
		if (arguments.length != 2) {
			throw new IllegalArgumentException("two arguments are needed: a port, and the address of the backend");
		}
		try (Proxy proxy = new Proxy(Integer.parseInt(arguments[0]), URI.create(arguments[1]))) {
			proxy.serve();
		}
	}

}
