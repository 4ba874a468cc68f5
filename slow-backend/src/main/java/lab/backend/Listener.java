package lab.backend;

import java.net.SocketAddress;
import java.util.Objects;
import java.util.function.Supplier;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.jspecify.annotations.Nullable;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.stereotype.Component;

/**
 * The listening socket of the main port and its connections. The management port has a
 * separate server, which this class does not customize.
 */
@Component
class Listener implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

	private final ReactiveWebServerApplicationContext context;

	private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

	private volatile @Nullable DisposableServer server;

	Listener(ReactiveWebServerApplicationContext context) {
		this.context = context;
	}

	@Override
	public void customize(NettyReactiveWebServerFactory factory) {
		factory.addServerCustomizers(this::follow);
	}

	/**
	 * Follows the server: a port that the system chose stays the same when the socket is
	 * opened again.
	 */
	private HttpServer follow(HttpServer configured) {
		Supplier<? extends SocketAddress> first = Objects.requireNonNull(configured.configuration().bindAddress());
		return configured.bindAddress(() -> {
			DisposableServer before = this.server;
			return (before != null) ? before.address() : first.get();
		})
			.doOnBound((bound) -> this.server = bound)
			.doOnChannelInit((observer, channel, remote) -> this.connections.add(channel));
	}

	/**
	 * Acts like the death of the process: open connections are reset, and new ones are
	 * refused because nothing listens on the port. If connections were accepted and then
	 * reset, clients would see another fault.
	 */
	void close() {
		DisposableServer bound = this.server;
		if (bound != null) {
			bound.channel().close().syncUninterruptibly();
		}
		this.connections.forEach(Listener::reset);
	}

	/**
	 * Listens again.
	 * @throws IllegalStateException if another process has taken the port
	 */
	void open() {
		WebServer server = this.context.getWebServer();
		if (server == null) {
			throw new IllegalStateException("the server has not started");
		}
		try {
			server.stop();
			server.start();
		}
		catch (WebServerException ex) {
			throw new IllegalStateException("the outage lasts, the port is taken: " + ex.getMessage(), ex);
		}
	}

	/** Closes a connection without lingering, which sends a reset. */
	static void reset(Channel channel) {
		channel.config().setOption(ChannelOption.SO_LINGER, 0);
		channel.close();
	}

}
