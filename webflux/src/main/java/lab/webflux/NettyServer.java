package lab.webflux;

import java.time.Duration;

import io.netty.channel.ChannelOption;
import lab.common.report.BackendLimit;
import lab.common.report.KeepAlive;
import lab.common.report.Server;
import lab.common.shutdown.Entrance;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.stereotype.Component;

/**
 * Gives Netty the accept queue for which Spring Boot has no property, and tells what the
 * server and the HTTP client in use say of themselves. It comes last of the customizers,
 * so the server that it sees is the one that starts.
 */
@Component
class NettyServer implements Server, Entrance, WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, Ordered {

	private final int acceptQueue;

	private final ClientHttpConnector connector;

	private final PoolGauge pool;

	private @Nullable HttpServerConfig server;

	private @Nullable DisposableServer bound;

	NettyServer(@Value("${terms.accept-queue}") int acceptQueue, ClientHttpConnector connector, PoolGauge pool) {
		this.acceptQueue = acceptQueue;
		this.connector = connector;
		this.pool = pool;
	}

	@Override
	public void customize(NettyReactiveWebServerFactory factory) {
		factory.addServerCustomizers((server) -> {
			HttpServer configured = server.option(ChannelOption.SO_BACKLOG, this.acceptQueue)
				.doOnBound((bound) -> this.bound = bound)
				.mapHandle(NettyServer::whenRead);
			this.server = configured.configuration();
			return configured;
		});
	}

	/**
	 * Serves a request at the end of the event loop's queue, when it has been read whole.
	 * If its answer comes while it is still being read, as a 404 does, Reactor Netty up
	 * to 1.3.7 may never read that connection again (reactor-netty issue 4361).
	 */
	private static Mono<Void> whenRead(Mono<Void> answer, Connection connection) {
		return answer.subscribeOn(Schedulers.fromExecutor(connection.channel().eventLoop()));
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

	@Override
	public KeepAlive keepAlive() {
		if (this.server == null || this.server.idleTimeout() == null) {
			throw new IllegalStateException(
					"the server must be a Netty with an idle timeout (server.netty.idle-timeout)");
		}
		Duration idle = this.server.idleTimeout();
		return new KeepAlive(this.server.maxKeepAliveRequests(), idle);
	}

	@Override
	public Class<?> httpClient() {
		return (this.connector instanceof ReactorClientHttpConnector) ? HttpClient.class : this.connector.getClass();
	}

	@Override
	public BackendLimit backendLimit() {
		return BackendLimit.CONNECTIONS;
	}

	@Override
	public long backendConnectionsLeased() {
		return this.pool.leased();
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
