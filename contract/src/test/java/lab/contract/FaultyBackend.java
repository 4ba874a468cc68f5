package lab.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A backend on bare sockets that can break every rule of HTTP. It answers each request
 * with the last {@link BackendAnswer} set.
 */
final class FaultyBackend {

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicInteger open = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger atOnce = new AtomicInteger();

	private final AtomicInteger mostAtOnce = new AtomicInteger();

	private final int port;

	private ServerSocket server;

	private Thread acceptor;

	private volatile List<String> lastHead = List.of();

	private volatile BackendAnswer answer = BackendAnswer.closeEarly();

	FaultyBackend() {
		this.server = bind(0, 50);
		this.port = this.server.getLocalPort();
		this.acceptor = Thread.startVirtualThread(this::accept);
	}

	int port() {
		return this.port;
	}

	/** Sets the answer from now on, and resets the counters. */
	void answerWith(BackendAnswer answer) {
		this.connections.set(0);
		this.requests.set(0);
		this.mostAtOnce.set(0);
		this.answer = answer;
	}

	/**
	 * Holds valid answers back from now on, until the hold is closed.
	 */
	Hold hold() {
		return hold(BackendAnswer.ok());
	}

	Hold hold(BackendAnswer answer) {
		Hold hold = new Hold();
		answerWith(hold.then(answer));
		return hold;
	}

	/** Refuses connections while the action runs. */
	void downDuring(Runnable action) throws IOException {
		stop();
		try {
			action.run();
		}
		finally {
			restart();
		}
	}

	/**
	 * Neither accepts nor refuses connections while the action runs: the queue of the
	 * listening socket is full, so the system drops new connections.
	 */
	void deafDuring(Runnable action) throws IOException {
		stop();
		try (ServerSocket deaf = bind(this.port, 1); FullQueue queue = new FullQueue(this.port)) {
			action.run();
		}
		finally {
			restart();
		}
	}

	/** Frees the port. It is taken until the acceptor has left its call. */
	private void stop() throws IOException {
		this.server.close();
		try {
			this.acceptor.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void restart() {
		this.server = bind(this.port, 50);
		this.acceptor = Thread.startVirtualThread(this::accept);
	}

	/** Connections accepted since the last answer was set. */
	int connections() {
		return this.connections.get();
	}

	/** Open connections. */
	int open() {
		return this.open.get();
	}

	/** Requests received since the last answer was set. */
	int requests() {
		return this.requests.get();
	}

	/** Requests in flight. */
	int atOnce() {
		return this.atOnce.get();
	}

	/** The greatest number of concurrent requests since the last answer was set. */
	int mostAtOnce() {
		return this.mostAtOnce.get();
	}

	/**
	 * Asserts that the last request asked for no upgrade and no compression, and sent no
	 * cookie.
	 */
	void assertPlain() {
		assertThat(this.lastHead).first().isEqualTo("GET / HTTP/1.1");
		assertThat(this.lastHead)
			.noneMatch((line) -> line.toLowerCase().matches("(upgrade|http2-settings|accept-encoding|cookie):.*"));
	}

	private void accept() {
		ServerSocket accepting = this.server;
		while (!accepting.isClosed()) {
			try {
				Socket socket = accepting.accept();
				this.connections.incrementAndGet();
				this.open.incrementAndGet();
				Thread.startVirtualThread(() -> serve(socket));
			}
			catch (IOException ex) {
				// The socket was closed, which ends the loop.
			}
		}
	}

	private void serve(Socket socket) {
		try (socket; BufferedReader in = reader(socket)) {
			while (readHead(in)) {
				this.requests.incrementAndGet();
				this.mostAtOnce.accumulateAndGet(this.atOnce.incrementAndGet(), Math::max);
				try {
					if (!this.answer.answer(socket)) {
						return;
					}
				}
				finally {
					this.atOnce.decrementAndGet();
				}
			}
		}
		catch (IOException ex) {
			// The app may close the connection at any time.
		}
		finally {
			this.open.decrementAndGet();
		}
	}

	private static BufferedReader reader(Socket socket) throws IOException {
		return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
	}

	private boolean readHead(BufferedReader in) throws IOException {
		List<String> head = new ArrayList<>();
		String line = in.readLine();
		while (line != null && !line.isEmpty()) {
			head.add(line);
			line = in.readLine();
		}
		if (line != null) {
			this.lastHead = List.copyOf(head);
		}
		return line != null;
	}

	private static ServerSocket bind(int port, int backlog) {
		try {
			return new ServerSocket(port, backlog, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
