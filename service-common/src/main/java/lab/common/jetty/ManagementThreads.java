package lab.common.jetty;

import org.eclipse.jetty.util.thread.QueuedThreadPool;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Serves the management port by platform threads, whatever serves the main port. A
 * carrier takes virtual threads from its own queue first. While requests that compute
 * keep that queue filled, a virtual thread for management would never run.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(JettyServletWebServerFactory.class)
class ManagementThreads {

	@Bean
	WebServerFactoryCustomizer<JettyServletWebServerFactory> platformThreadsForManagement() {
		return (factory) -> factory.setThreadPool(new QueuedThreadPool());
	}

}
