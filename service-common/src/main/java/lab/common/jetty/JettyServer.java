package lab.common.jetty;

import java.time.Duration;
import java.util.Objects;

import lab.common.Server;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * The running Jetty.
 */
class JettyServer implements Server {

	private final ServletWebServerApplicationContext context;

	JettyServer(ServletWebServerApplicationContext context) {
		this.context = context;
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
	public @Nullable Integer connections() {
		NetworkConnectionLimit limit = connector().getServer().getBean(NetworkConnectionLimit.class);
		return (limit != null) ? (Integer) limit.getMaxNetworkConnectionCount() : null;
	}

	@Override
	public String keepAlive() {
		return Server.keepAlive(-1, Duration.ofMillis(connector().getIdleTimeout()));
	}

	/** {@link LedgerHandler} closes each connection with the next answer. */
	@Override
	public void refuseConnections() {
		connector().close();
	}

	private ServerConnector connector() {
		JettyWebServer server = (JettyWebServer) Objects.requireNonNull(this.context.getWebServer());
		return (ServerConnector) server.getServer().getConnectors()[0];
	}

}
