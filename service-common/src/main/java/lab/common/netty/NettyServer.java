package lab.common.netty;

import java.time.Duration;

import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;
import lab.common.Entrance;
import lab.common.KeepAlive;
import lab.common.Server;
import lab.common.client.BackendClient;
import org.jspecify.annotations.Nullable;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;
import reactor.netty.resources.LoopResources;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Gives Netty the accept queue for which Spring Boot has no property, and tells what the
 * server says of itself. It comes last of the customizers, so the server that it sees is
 * the one that starts.
 */
class NettyServer implements Server, Entrance, WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

	private final int acceptQueue;

	private final BackendClient client;

	/** Written by the thread that starts the server, and read by those of management. */
	private volatile @Nullable HttpServerConfig server;

	private volatile @Nullable DisposableServer bound;

	NettyServer(@Value("${terms.accept-queue}") int acceptQueue,
			@Qualifier(BackendClient.REACTIVE) BackendClient client) {
		this.acceptQueue = acceptQueue;
		this.client = client;
	}

	@Override
	public void customize(NettyReactiveWebServerFactory factory) {
		factory.addServerCustomizers((server) -> {
			HttpServer configured = server.option(ChannelOption.SO_BACKLOG, this.acceptQueue)
				.doOnBound((bound) -> this.bound = bound);
			this.server = configured.configuration();
			return configured;
		});
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	/**
	 * An event loop serves any number of requests at once.
	 */
	@Override
	public @Nullable Integer requestThreads() {
		return null;
	}

	/**
	 * Netty gives a connection to each in turn, so there is one loop a core, but never
	 * fewer than four.
	 */
	@Override
	public @Nullable Integer eventLoops() {
		int loops = 0;
		for (EventExecutor loop : server().loopResources().onServer(LoopResources.DEFAULT_NATIVE)) {
			loops++;
		}
		return loops;
	}

	@Override
	public KeepAlive keepAlive() {
		HttpServerConfig running = server();
		Duration idle = running.idleTimeout();
		if (idle == null) {
			throw new IllegalStateException("the server must have an idle timeout (server.netty.idle-timeout)");
		}
		return new KeepAlive(running.maxKeepAliveRequests(), idle);
	}

	private HttpServerConfig server() {
		HttpServerConfig running = this.server;
		if (running == null) {
			throw new IllegalStateException("the server must be a Netty that has started");
		}
		return running;
	}

	@Override
	public BackendClient client() {
		return this.client;
	}

	/** {@link LedgerDecorator} closes each connection with the next answer. */
	@Override
	public void close() {
		DisposableServer listening = this.bound;
		if (listening != null) {
			listening.channel().close().syncUninterruptibly();
		}
	}

}
