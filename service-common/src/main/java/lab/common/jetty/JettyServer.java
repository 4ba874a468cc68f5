package lab.common.jetty;

import java.time.Duration;

import lab.common.Server;
import lab.common.client.BackendClient;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * The running Jetty.
 */
class JettyServer implements Server {

	private final ServletWebServerApplicationContext context;

	private final BackendClient client;

	JettyServer(ServletWebServerApplicationContext context, @Qualifier(BackendClient.IMPERATIVE) BackendClient client) {
		this.context = context;
		this.client = client;
	}

	/**
	 * Acceptors and selectors take their threads from the same pool. On virtual threads
	 * Jetty keeps the limit: it is the number of concurrent tasks.
	 */
	@Override
	public @Nullable Integer requestThreads() {
		ServerConnector connector = connector();
		int taken = connector.getAcceptors() + connector.getSelectorManager().getSelectorCount();
		return switch (connector.getServer().getThreadPool()) {
			case QueuedThreadPool pool -> pool.getMaxThreads() - taken;
			case VirtualThreadPool pool when pool.getMaxConcurrentTasks() > 0 -> pool.getMaxConcurrentTasks() - taken;
			default -> null;
		};
	}

	@Override
	public KeepAlive keepAlive() {
		return new KeepAlive(-1, Duration.ofMillis(connector().getIdleTimeout()));
	}

	@Override
	public BackendClient client() {
		return this.client;
	}

	/** {@link LedgerHandler} closes each connection with the next answer. */
	@Override
	public void refuseConnections() {
		connector().close();
	}

	private ServerConnector connector() {
		if (this.context.getWebServer() instanceof JettyWebServer server
				&& server.getServer().getConnectors()[0] instanceof ServerConnector connector) {
			return connector;
		}
		throw new IllegalStateException("the server must be a Jetty, but is " + this.context.getWebServer());
	}

}
