package lab.backend;

import java.util.function.LongSupplier;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.LoopResources;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * The clock, the timer and the server's socket.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BackendProperties.class)
class BackendConfiguration {

	/** Thousands of users may connect in the same second; the kernel may cap this. */
	private static final int BACKLOG = 8192;

	@Bean
	LongSupplier nanoTime() {
		return System::nanoTime;
	}

	/**
	 * Waits on the event loop that serves the connection. Its queue is exact to the
	 * kernel's timer (a hashed wheel is only as exact as its tick), and the answer needs
	 * no change of thread.
	 */
	@Bean
	Scheduler timer(ReactorResourceFactory resources) {
		// Server loops handed out for a client: next() is then the loop of the calling
		// thread.
		EventLoopGroup sameLoop = resources.getLoopResources().onClient(LoopResources.DEFAULT_NATIVE);
		return Schedulers.fromExecutorService(sameLoop);
	}

	@Bean
	WebServerFactoryCustomizer<NettyReactiveWebServerFactory> backlog() {
		return (factory) -> factory.addServerCustomizers((server) -> server.option(ChannelOption.SO_BACKLOG, BACKLOG));
	}

}
