package lab.programs.limits;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import lab.programs.Options;
import lab.programs.Output;

/**
 * The errors that a client sees, each provoked by its cause on loopback. The message
 * tells the cause, and the time until it comes tells how long a thread was held for
 * nothing.
 */
public final class ClientErrors {

	private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

	private static final int TIMEOUT_MILLIS = 500;

	private static final int FILES = 100;

	private ClientErrors() {
	}

	enum Cause {

		/* Nothing listens on the port: the app is down, or restarts. */
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
		 * Somebody listens and does not accept, and the accept queue is full: the kernel
		 * drops what else comes, as an overloaded server's does. Only the client's limit
		 * ends it.
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

		/* The connection stands, and no answer comes: a backend that hangs. */
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
		 * The server drops the connection with data unread or by force: a crash, a full
		 * limit.
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

		/* Two servers want one port; a client has it when its own ports run out. */
		ADDRESS_IN_USE("Address already in use") {
			@Override
			void provoke() throws IOException {
				try (ServerSocket one = new ServerSocket(0, 1, LOOPBACK)) {
					new ServerSocket(one.getLocalPort(), 1, LOOPBACK).close();
				}
			}
		},

		/*
		 * Each connection is a file, and a process may have only so many. A child with a
		 * limit of its own opens sockets until it is told so, and prints what.
		 */
		TOO_MANY_OPEN_FILES("Too many open files") {
			@Override
			void provoke() throws IOException {
				Process child = new ProcessBuilder("sh", "-c", "ulimit -n " + FILES + "; exec \"$@\"", "sh",
						Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Xmx32m", "-cp", System.getProperty("java.class.path"), ClientErrors.class.getName(),
						"--open-files")
					.redirectErrorStream(true)
					.start();
				Thread stop = new Thread(child::destroyForcibly);
				Runtime.getRuntime().addShutdownHook(stop);
				try (InputStream printed = child.getInputStream()) {
					throw new IOException(new String(printed.readAllBytes(), StandardCharsets.UTF_8).strip());
				}
				finally {
					child.destroyForcibly();
					Runtime.getRuntime().removeShutdownHook(stop);
				}
			}
		};

		private final String message;

		Cause(String message) {
			this.message = message;
		}

		abstract void provoke() throws IOException;

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	static void run(Cause cause, Output output) {
		output.heading(cause.toString());
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

	/** In the child: opens sockets until there are no more files. */
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
	 * What you should see: each cause with its own message. Refused, reset and in use are told
	 * at once; the two timeouts after 500 ms, which a client without limits waits for ever.
	 *
	 * To see it:
	 *
	 *   java -cp programs/target/programs.jar lab.programs.limits.ClientErrors
	 */
	public static void main(String... arguments) {
		Options options = Options.of(arguments, "open-files");
		if (options.has("open-files")) {
			openFiles();
			return;
		}
		for (Cause cause : options.choose("variant", Cause.class)) {
			run(cause, new Output(System.out, options.has("json")));
		}
	}

}
