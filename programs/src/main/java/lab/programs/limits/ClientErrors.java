package lab.programs.limits;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import lab.programs.ChildJvm;
import lab.programs.Options;
import lab.programs.Output;

/**
 * Provokes the errors that a client sees, each by its cause, on loopback. The message
 * reveals the cause; the time until it appears is the time for which a thread was blocked
 * in vain.
 */
public final class ClientErrors {

	private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

	private static final int TIMEOUT_MILLIS = 500;

	private static final int FILES = 100;

	enum Cause {

		/* Nothing listens on the port: the app is down or restarting. */
		CONNECTION_REFUSED("Connection refused") {
			@Override
			void provoke() throws IOException {
				int port;
				try (ServerSocket closed = new ServerSocket(0, 1, LOOPBACK)) {
					port = closed.getLocalPort();
				}
				connect(port).close();
			}
		},

		/*
		 * A server listens but does not accept, and its accept queue is full: the kernel
		 * drops further connections, as on an overloaded server. Only the client's
		 * timeout ends the wait.
		 */
		CONNECT_TIMED_OUT("Connect timed out") {
			@Override
			void provoke() throws IOException {
				Deque<Socket> queue = new ArrayDeque<>();
				try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
					while (queue.size() < FILES) {
						queue.add(connect(server.getLocalPort()));
					}
				}
				finally {
					for (Socket socket : queue) {
						socket.close();
					}
				}
			}
		},

		/* The connection is open, but no answer comes: the backend hangs. */
		READ_TIMED_OUT("Read timed out") {
			@Override
			void provoke() throws IOException {
				try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
						Socket socket = connect(server.getLocalPort())) {
					read(socket);
				}
			}
		},

		/*
		 * The server closes the connection with unread data or by force: it crashed or
		 * reached a limit.
		 */
		CONNECTION_RESET("Connection reset") {
			@Override
			void provoke() throws IOException {
				try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
						Socket socket = connect(server.getLocalPort())) {
					Socket accepted = server.accept();
					accepted.setSoLinger(true, 0);
					accepted.close();
					read(socket);
				}
			}
		},

		/*
		 * Two servers use one port. A client sees this error when it runs out of local
		 * ports.
		 */
		ADDRESS_IN_USE("Address already in use") {
			@Override
			void provoke() throws IOException {
				try (ServerSocket one = new ServerSocket(0, 1, LOOPBACK)) {
					new ServerSocket(one.getLocalPort(), 1, LOOPBACK).close();
				}
			}
		},

		/*
		 * Each connection is a file, and the files of a process are limited. A child
		 * process with a low limit opens sockets until it fails, and prints the error.
		 */
		TOO_MANY_OPEN_FILES("Too many open files") {
			@Override
			void provoke() throws IOException, InterruptedException {
				List<String> limit = List.of("sh", "-c", "ulimit -n " + FILES + "; exec \"$@\"", "sh");
				ChildJvm child = ChildJvm.run(limit, List.of("-XX:TieredStopAtLevel=1", "-Xmx32m"), ClientErrors.class,
						"--open-files");
				throw new IOException(String.join("\n", child.lines()));
			}
		};

		private final String message;

		Cause(String message) {
			this.message = message;
		}

		abstract void provoke() throws IOException, InterruptedException;

	}

	static void run(Cause cause, Output output) throws InterruptedException {
		output.heading("%s", cause);
		long begin = System.nanoTime();
		String seen = "no error";
		try {
			cause.provoke();
		}
		catch (IOException ex) {
			seen = ex.getClass().getSimpleName() + ": " + ex.getMessage();
		}
		long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
		output.event("error", millis, Map.of("message", seen.replace('"', '\'').lines().findFirst().orElse("")));
		output.metric("seconds", millis / 1000.0);
		output.check("toldApart", seen.contains(cause.message) ? 1 : 0, 1);
	}

	private static Socket connect(int port) throws IOException {
		Socket socket = new Socket();
		try {
			socket.connect(new InetSocketAddress(LOOPBACK, port), TIMEOUT_MILLIS);
			socket.setSoTimeout(TIMEOUT_MILLIS);
			return socket;
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	private static void read(Socket socket) throws IOException {
		if (socket.getInputStream().read() >= 0) {
			throw new IllegalStateException("no byte was written");
		}
	}

	/** Runs in the child process: opens sockets until no file is left. */
	private static void openFiles() {
		Deque<ServerSocket> sockets = new ArrayDeque<>();
		try {
			while (sockets.size() < FILES) {
				sockets.add(new ServerSocket(0, 1, LOOPBACK));
			}
		}
		catch (IOException ex) {
			System.out.println(ex.getMessage());
		}
	}

	/*-
	 * Expected result: each cause has its own message. Refused, reset and in use appear
	 * at once, the two timeouts after 500 ms. A client without timeouts waits for ever.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.limits.ClientErrors
	 */
	public static void main(String... arguments) throws InterruptedException {
		Options options = Options.of(arguments, "open-files");
		if (options.has("open-files")) {
			openFiles();
			return;
		}
		for (Cause cause : options.choose("variant", Cause.class)) {
			run(cause, options.output());
		}
	}

}
