package lab.common.tomcat;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Serves the management port by platform threads, whatever serves the main port. A
 * carrier takes virtual threads from its own queue first. While requests that compute
 * keep that queue filled, a virtual thread for management would never run.
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
