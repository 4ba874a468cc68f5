package lab.common.netty;

import java.time.Duration;

import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;
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
 * The running Netty. It sets the accept queue, for which Spring Boot has no property. It
 * is the last customizer, so the server that it sees is the one that starts.
 */
class NettyServer implements Server, WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

	private final int acceptQueue;

	private final BackendClient client;

	private volatile @Nullable HttpServerConfig configuration;

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
			this.configuration = configured.configuration();
			return configured;
		});
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	/**
	 * Null: an event loop serves any number of requests at once.
	 */
	@Override
	public @Nullable Integer requestThreads() {
		return null;
	}

	@Override
	public @Nullable Integer eventLoops() {
		int loops = 0;
		for (EventExecutor loop : configuration().loopResources().onServer(LoopResources.DEFAULT_NATIVE)) {
			loops++;
		}
		return loops;
	}

	@Override
	public KeepAlive keepAlive() {
		Duration idle = configuration().idleTimeout();
		if (idle == null) {
			throw new IllegalStateException("the server must have an idle timeout (server.netty.idle-timeout)");
		}
		return new KeepAlive(configuration().maxKeepAliveRequests(), idle);
	}

	private HttpServerConfig configuration() {
		HttpServerConfig configuration = this.configuration;
		if (configuration == null) {
			throw new IllegalStateException("the server must be a Netty that has started");
		}
		return configuration;
	}

	@Override
	public BackendClient client() {
		return this.client;
	}

	/** {@link LedgerDecorator} closes each connection with the next answer. */
	@Override
	public void refuseConnections() {
		DisposableServer listening = this.bound;
		if (listening != null) {
			listening.channel().close().syncUninterruptibly();
		}
	}

}
