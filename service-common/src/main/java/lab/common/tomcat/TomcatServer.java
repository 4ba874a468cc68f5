package lab.common.tomcat;

import java.time.Duration;

import lab.common.Server;
import lab.common.client.BackendClient;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * The running Tomcat.
 */
class TomcatServer implements Server {

	private final ServletWebServerApplicationContext context;

	private final BackendClient client;

	TomcatServer(ServletWebServerApplicationContext context,
			@Qualifier(BackendClient.IMPERATIVE) BackendClient client) {
		this.context = context;
		this.client = client;
	}

	@Override
	public @Nullable Integer requestThreads() {
		return (protocol().getExecutor() instanceof ThreadPoolExecutor pool) ? pool.getMaximumPoolSize() : null;
	}

	@Override
	public KeepAlive keepAlive() {
		AbstractHttp11Protocol<?> protocol = protocol();
		return new KeepAlive(protocol.getMaxKeepAliveRequests(), Duration.ofMillis(protocol.getKeepAliveTimeout()));
	}

	@Override
	public BackendClient client() {
		return this.client;
	}

	/** Without its server socket, Tomcat closes each connection with the next answer. */
	@Override
	public void refuseConnections() {
		protocol().closeServerSocketGraceful();
	}

	private AbstractHttp11Protocol<?> protocol() {
		if (this.context.getWebServer() instanceof TomcatWebServer server
				&& server.getTomcat().getConnector().getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
			return http;
		}
		throw new IllegalStateException(
				"the server must be a Tomcat that speaks HTTP/1.1, but is " + this.context.getWebServer());
	}

}
