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
 * Configures the clock, the timer and the listening socket.
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
	 * Schedules on the event loop that serves the connection. Its queue is as precise as
	 * the kernel's timer, whereas a hashed wheel is as precise as its tick. And the
	 * response needs no change of thread.
	 */
	@Bean
	Scheduler timer(ReactorResourceFactory resources) {
		// As a client's loops, next() returns the loop of the calling thread.
		EventLoopGroup sameLoop = resources.getLoopResources().onClient(LoopResources.DEFAULT_NATIVE);
		return Schedulers.fromExecutorService(sameLoop);
	}

	@Bean
	WebServerFactoryCustomizer<NettyReactiveWebServerFactory> backlog() {
		return (factory) -> factory.addServerCustomizers((server) -> server.option(ChannelOption.SO_BACKLOG, BACKLOG));
	}

}
