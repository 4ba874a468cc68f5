package lab.common.netty;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.StreamSupport;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import lab.common.Server;
import lab.common.client.BackendClient;
import org.jspecify.annotations.Nullable;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;
import reactor.netty.resources.LoopResources;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * The running Netty. It sets the accept queue, for which Spring Boot has no property.
 * Without an order it is the last customizer, so the server that it sees is the one that
 * starts.
 */
class NettyServer implements Server, WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

	private final int acceptQueue;

	private volatile @Nullable HttpServerConfig configuration;

	private volatile @Nullable DisposableServer bound;

	NettyServer(@Value("${terms.accept-queue}") int acceptQueue) {
		this.acceptQueue = acceptQueue;
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
	public @Nullable Integer eventLoops() {
		EventLoopGroup loops = configuration().loopResources().onServer(LoopResources.DEFAULT_NATIVE);
		return (int) StreamSupport.stream(loops.spliterator(), false).count();
	}

	@Override
	public String keepAlive() {
		Duration idle = Objects.requireNonNull(configuration().idleTimeout(), "server.netty.idle-timeout must be set");
		return Server.keepAlive(configuration().maxKeepAliveRequests(), idle);
	}

	private HttpServerConfig configuration() {
		return Objects.requireNonNull(this.configuration, "the server must be a Netty that has started");
	}

	@Override
	public String client() {
		return BackendClient.REACTIVE;
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
