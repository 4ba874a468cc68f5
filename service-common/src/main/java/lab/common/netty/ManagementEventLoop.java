package lab.common.netty;

import reactor.netty.resources.LoopResources;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Serves a Netty's management port by an event loop of its own. Spring Boot lets it share
 * the loops of the main port, so a handler that blocks them would hold management too.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(NettyReactiveWebServerFactory.class)
class ManagementEventLoop {

	@Bean(destroyMethod = "dispose")
	LoopResources managementLoop() {
		return LoopResources.create("management", 1, true);
	}

	@Bean
	WebServerFactoryCustomizer<NettyReactiveWebServerFactory> ownLoopForManagement(LoopResources managementLoop) {
		return (factory) -> factory.addServerCustomizers((server) -> server.runOn(managementLoop));
	}

}
