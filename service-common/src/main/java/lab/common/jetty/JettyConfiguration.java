package lab.common.jetty;

import lab.common.BackendProblems;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Configures the Jetty of each port.
 */
final class JettyConfiguration {

	@AutoConfiguration
	@ConditionalOnClass(JettyServletWebServerFactory.class)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@Import({ BackendProblems.Servlet.class, JettyServer.class, LedgerHandler.class })
	static class MainPort {

		/** Spring Boot has a property for it on Tomcat only. */
		@Bean
		WebServerFactoryCustomizer<JettyServletWebServerFactory> acceptQueue(
				@Value("${terms.accept-queue}") int length) {
			return (factory) -> factory.addServerCustomizers((server) -> {
				for (ServerConnector connector : server.getBeans(ServerConnector.class)) {
					connector.setAcceptQueueSize(length);
				}
			});
		}

	}

	/**
	 * Serves the management port by platform threads, for the same reason as on Tomcat.
	 */
	@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
	@ConditionalOnClass(JettyServletWebServerFactory.class)
	static class ManagementPort {

		@Bean
		WebServerFactoryCustomizer<JettyServletWebServerFactory> platformThreadsForManagement() {
			return (factory) -> factory.setThreadPool(new QueuedThreadPool());
		}

	}

}
