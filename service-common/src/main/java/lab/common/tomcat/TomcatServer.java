package lab.common.tomcat;

import java.time.Duration;
import java.util.Objects;

import lab.common.Server;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * The running Tomcat.
 */
class TomcatServer implements Server {

	private final ServletWebServerApplicationContext context;

	TomcatServer(ServletWebServerApplicationContext context) {
		this.context = context;
	}

	@Override
	public @Nullable Integer requestThreads() {
		return (protocol().getExecutor() instanceof ThreadPoolExecutor pool) ? pool.getMaximumPoolSize() : null;
	}

	@Override
	public @Nullable Integer connections() {
		int most = protocol().getMaxConnections();
		return (most < 0) ? null : (Integer) most;
	}

	@Override
	public String keepAlive() {
		AbstractHttp11Protocol<?> protocol = protocol();
		return Server.keepAlive(protocol.getMaxKeepAliveRequests(), Duration.ofMillis(protocol.getKeepAliveTimeout()));
	}

	/** Without its server socket, Tomcat closes each connection with the next answer. */
	@Override
	public void refuseConnections() {
		protocol().closeServerSocketGraceful();
	}

	private AbstractHttp11Protocol<?> protocol() {
		TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(this.context.getWebServer());
		return (AbstractHttp11Protocol<?>) server.getTomcat().getConnector().getProtocolHandler();
	}

}
