package lab.common.netty;

import lab.common.BackendProblems;
import reactor.netty.resources.LoopResources;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Configures the Netty of each port.
 */
final class NettyConfiguration {

	@AutoConfiguration(
			before = { NettyReactiveWebServerAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class })
	@ConditionalOnClass({ NettyReactiveWebServerFactory.class, WebHttpHandlerBuilderCustomizer.class })
	@ConditionalOnWebApplication(type = Type.REACTIVE)
	@Import({ BackendProblems.Reactive.class, LedgerDecorator.class, NettyServer.class })
	static class MainPort {

		/**
		 * Adds a loop that only accepts connections, as a thread of Tomcat does. By
		 * default one of the loops accepts them beside its work, so nobody new gets in
		 * while it computes.
		 */
		@Bean
		ReactorResourceFactory loopsAndAcceptor() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setLoopResourcesSupplier(
					() -> LoopResources.create("reactor-http", 1, LoopResources.DEFAULT_IO_WORKER_COUNT, true));
			return resources;
		}

	}

	/**
	 * Gives the management port an event loop of its own. In Spring Boot it shares those
	 * of the main port, so a handler that blocks them would block management too.
	 */
	@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
	@ConditionalOnClass(NettyReactiveWebServerFactory.class)
	static class ManagementPort {

		@Bean(destroyMethod = "dispose")
		LoopResources managementLoop() {
			return LoopResources.create("management", 1, true);
		}

		@Bean
		WebServerFactoryCustomizer<NettyReactiveWebServerFactory> ownLoopForManagement(LoopResources managementLoop) {
			return (factory) -> factory.addServerCustomizers((server) -> server.runOn(managementLoop));
		}

	}

}
