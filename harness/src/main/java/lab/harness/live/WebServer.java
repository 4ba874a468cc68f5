package lab.harness.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import lab.harness.model.DataFile;
import lab.harness.model.InvalidInputException;
import lab.harness.run.BugReport;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A small web server for pages that only their own browser may use. A page of another
 * site can neither read them, by a name of its own that leads here (DNS rebinding), nor
 * change anything (CSRF): the names of this host are a fixed list, and a post needs the
 * page's own origin.
 */
final class WebServer implements AutoCloseable {

	/** Everything comes from this server, and no script stands in the page. */
	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
			+ "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	private static final String JSON = "application/json";

	private static final String HTTP = "http://";

	private static final int THREADS = 24;

	private static final int FIRST_WITHOUT_PINNED_MONITORS = 24;

	/**
	 * A client that sends nothing for this long, in milliseconds, loses its connection.
	 */
	private static final int IDLE_MILLIS = 20_000;

	private final List<String> hosts;

	private final int maxPost;

	private final Javalin server;

	/** Whether a bug was reported. */
	private final AtomicBoolean failed = new AtomicBoolean();

	/**
	 * Starts a server.
	 * @param address the address to listen on
	 * @param port the port, or 0 for any
	 * @param hosts the names and addresses by which browsers ask for it
	 * @param maxPost bytes of a post at most
	 * @param routes adds the pages
	 * @throws InvalidInputException if the port is in use
	 */
	WebServer(String address, int port, List<String> hosts, int maxPost, BiConsumer<JavalinConfig, WebServer> routes) {
		this.hosts = List.copyOf(hosts);
		this.maxPost = maxPost;
		this.server = Javalin.create((config) -> {
			config.startup.showJavalinBanner = false;
			config.startup.showOldJavalinVersionWarning = false;
			config.jetty.threadPool = threads();
			config.jetty.addConnector((jetty, http) -> {
				ServerConnector connector = new ServerConnector(jetty, new HttpConnectionFactory(http));
				connector.setHost(address);
				connector.setPort(port);
				connector.setIdleTimeout(IDLE_MILLIS);
				return connector;
			});
			config.routes.before(this::protect);
			config.routes.exception(Refusal.class, (refusal, context) -> answer(context, refusal));
			config.routes.exception(Exception.class, (ex, context) -> answer(context, failed(ex)));
			config.routes.error(404,
					(context) -> answer(context, new Refusal(404, "no-page", "there is no such page")));
			routes.accept(config, this);
		});
		try {
			this.server.start();
		}
		catch (RuntimeException ex) {
			this.server.stop();
			throw new InvalidInputException(
					"cannot listen on " + address + ":" + port + ": " + reason(ex) + "; choose another port", ex);
		}
	}

	/**
	 * Requests run on virtual threads, so that posts whose bytes arrive slowly hold no
	 * thread that others need. Before JDK 24 one that waits for a monitor holds its
	 * carrier, and a load that stops keeps the monitor of the page for seconds.
	 */
	private static QueuedThreadPool threads() {
		QueuedThreadPool threads = new QueuedThreadPool(THREADS, 2);
		if (Runtime.version().feature() >= FIRST_WITHOUT_PINNED_MONITORS) {
			threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
		}
		return threads;
	}

	private static String reason(Throwable failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason given");
	}

	int port() {
		return this.server.port();
	}

	/** Reports the first bug, and no other, so that nobody fills the disk. */
	private Refusal failed(Exception bug) {
		if (this.failed.compareAndSet(false, true)) {
			System.err.println("bench: " + BugReport.write(bug));
		}
		return new Refusal(500, "failed", "the page failed: " + bug.getClass().getSimpleName());
	}

	/** Serves a file of this project as it is. */
	void file(JavalinConfig config, String path, String resource, String type) {
		byte[] content = resource(resource);
		config.routes.get(path, (context) -> context.contentType(type).result(content));
	}

	/** Serves a page. */
	void page(JavalinConfig config, String path, String html) {
		config.routes.get(path, (context) -> context.contentType("text/html; charset=utf-8").result(html));
	}

	/** Serves records as JSON. */
	void get(JavalinConfig config, String path, Function<Context, Object> read) {
		config.routes.get(path, (context) -> answer(context, read.apply(context)));
	}

	/** Takes posts of JSON from the page's own origin, and answers a record as JSON. */
	void post(JavalinConfig config, String path, BiFunction<Context, Posted, Object> taker) {
		config.routes.post(path, (context) -> {
			requireOwnOrigin(context);
			answer(context, taker.apply(context, Posted.of(body(context))));
		});
	}

	/** Lets a limit see each post before anything of it is read. */
	void limitPosts(JavalinConfig config, Consumer<Context> limit) {
		config.routes.before((context) -> {
			if (context.method() == HandlerType.POST) {
				limit.accept(context);
			}
		});
	}

	private void protect(Context context) {
		context.header("Content-Security-Policy", POLICY)
			.header("X-Content-Type-Options", "nosniff")
			.header("Referrer-Policy", "no-referrer")
			.header("Cross-Origin-Resource-Policy", "same-origin")
			.header("Cache-Control", "no-store");
		if (!isHost(header(context, "Host"), this.hosts, port())) {
			throw new Refusal(403, "wrong-host",
					"this page is served as " + HTTP + this.hosts.getFirst() + ":" + port() + " only");
		}
	}

	private void requireOwnOrigin(Context context) {
		String origin = header(context, "Origin");
		if (!origin.startsWith(HTTP) || !isHost(origin.substring(HTTP.length()), this.hosts, port())) {
			throw new Refusal(403, "wrong-origin", "only this page itself may change something");
		}
		if (!header(context, "Content-Type").split(";", 2)[0].strip().equals(JSON)) {
			throw new Refusal(415, "wrong-type", "send " + JSON);
		}
	}

	/** Whether a host, as a browser sends it, is one of some names with a port. */
	static boolean isHost(String host, List<String> names, int port) {
		int colon = host.lastIndexOf(':');
		boolean stated = colon > host.lastIndexOf(']');
		String name = stated ? host.substring(0, colon) : host;
		// Browsers leave out the default port.
		String ofPort = stated ? host.substring(colon + 1) : "80";
		return ofPort.equals(String.valueOf(port))
				&& names.stream().map(WebServer::canonical).anyMatch(canonical(name)::equals);
	}

	/** Browsers shorten an IPv6 address, however it was given. */
	private static String canonical(String name) {
		try {
			// Nothing in brackets is looked up.
			return name.startsWith("[") ? InetAddress.getByName(name).getHostAddress() : name;
		}
		catch (UnknownHostException ex) {
			return name;
		}
	}

	/** The body, whatever length its header states. */
	private byte[] body(Context context) {
		try {
			byte[] body = context.bodyInputStream().readNBytes(this.maxPost + 1);
			if (body.length > this.maxPost) {
				throw new Refusal(413, "too-long", "a post has " + this.maxPost + " bytes at most");
			}
			return body;
		}
		catch (IOException ex) {
			throw new Refusal(400, "unreadable", "the post did not arrive completely");
		}
	}

	/** A header, empty if it is missing. */
	static String header(Context context, String name) {
		return Objects.requireNonNullElse(context.header(name), "");
	}

	private static void answer(Context context, Object record) {
		Object body = record;
		if (record instanceof Refusal refusal) {
			context.status(refusal.status());
			body = refusal.body();
		}
		context.contentType(JSON).result(DataFile.line(body));
	}

	/** A file beside the classes. */
	static byte[] resource(String name) {
		try (InputStream in = Objects.requireNonNull(WebServer.class.getResourceAsStream(name), name)) {
			return in.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static String text(String name) {
		return new String(resource(name), StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.server.stop();
	}

}
