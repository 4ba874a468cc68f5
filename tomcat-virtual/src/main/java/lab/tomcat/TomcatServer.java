package lab.tomcat;

import java.time.Duration;

import lab.common.report.BackendLimit;
import lab.common.report.KeepAlive;
import lab.common.report.Server;
import lab.common.shutdown.Entrance;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.stereotype.Component;

/**
 * What the running Tomcat and the HTTP client in use say of themselves.
 */
@Component
class TomcatServer implements Server, Entrance {

	private final ServletWebServerApplicationContext context;

	private final HttpLibrary library;

	private final OpenCalls calls;

	TomcatServer(ServletWebServerApplicationContext context, HttpLibrary library, OpenCalls calls) {
		this.context = context;
		this.library = library;
		this.calls = calls;
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
	public Class<?> httpClient() {
		return this.library.type;
	}

	@Override
	public BackendLimit backendLimit() {
		return this.library.limit;
	}

	@Override
	public long backendConnectionsLeased() {
		return this.calls.now();
	}

	/**
	 * A connector without its server socket closes each connection with the next answer.
	 */
	@Override
	public void close() {
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
