package lab.common.management;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Serves a Tomcat's management port by platform threads, whatever serves the main port. A
 * carrier stays with the queue that it took its last virtual thread from for as long as
 * there is more in it, so while requests that only compute keep the main port's queue
 * filled, a virtual thread for management would never begin.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(TomcatServletWebServerFactory.class)
class ManagementThreads {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> platformThreadsForManagement() {
		// Without an executor given, Tomcat makes its usual pool.
		return (factory) -> factory.addProtocolHandlerCustomizers((handler) -> handler.setExecutor(null));
	}

}
